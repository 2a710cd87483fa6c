import { randomUUID } from "node:crypto";
import { type RunWorkflowOptions, runWorkflow, type WorkflowResult } from "../engine/index.ts";
import { parseWorkflowJson } from "../file/workflow-json.ts";
import type { JsonObject } from "../model/item.ts";
import { readExecution } from "./read-execution.ts";
import { requestOwnServer } from "./request-own-server.ts";
import { createServerCopy, RESPOND_TO_WEBHOOK } from "./server-copy.ts";

const createFailedResult = (message: string): WorkflowResult => ({
  nodes: new Map(),
  leavingOut: new Set(),
  lastNode: undefined,
  response: undefined,
  error: { node: "", message },
});

/** Runs only the trigger in Stoa's own engine. Returns the item and the index of the output that contains it. */
async function runTrigger(run: RunWorkflowOptions): Promise<{ input: JsonObject; output: number }> {
  const { workflow, start } = run;
  const trigger = workflow.nodes.get(start);
  const alone = new Map(trigger ? [[start, trigger]] : []);
  const { nodes, error } = await runWorkflow({
    ...run,
    workflow: { ...workflow, nodes: alone, connections: [], pinned: new Map() },
    events: {},
  });
  if (error) throw new Error(`Node '${error.node}': ${error.message}`);
  const outputs = nodes.get(start) ?? [];
  const output = outputs.findIndex((items) => items.length > 0);
  const [first, ...others] = outputs[output] ?? [];
  if (!first || others.length > 0) throw new Error("A run on an n8n server must start with exactly one item");
  if (first.binary) throw new Error("Files cannot be sent to an n8n server. Send a URL instead");
  return { input: first.json, output };
}

/** Runs a file on its developer's own n8n server and returns the same result as the engine. */
export async function runOnOwnServer(source: string, run: RunWorkflowOptions): Promise<WorkflowResult> {
  try {
    const { input, output } = await runTrigger(run);
    const path = randomUUID();
    const file = parseWorkflowJson(source);
    const { copy, entrance } = createServerCopy({
      file,
      trigger: run.start,
      output,
      path,
      runId: run.executionId,
    });
    const { execution, response } = await requestOwnServer(run.services.gateway, { copy, path, input });
    const { nodes, lastNode, error, traces } = readExecution(execution, entrance);
    for (const trace of traces) run.events?.onNodeEnd?.(trace);
    const leavingOut = new Set(
      [...nodes.keys()].filter(
        (name) => run.findNodeType(run.workflow.nodes.get(name)?.type ?? "")?.leavesOut === true,
      ),
    );
    const hasResponded = [...nodes.keys()].some(
      (name) => run.workflow.nodes.get(name)?.type === RESPOND_TO_WEBHOOK,
    );
    return { nodes, leavingOut, lastNode, response: hasResponded ? response : undefined, error };
  } catch (error) {
    return createFailedResult(error instanceof Error ? error.message : String(error));
  }
}
