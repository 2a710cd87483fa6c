import type { JsonValue } from "@stoa/runtime/protocol";
import { type NodeTrace, type RunError, type RunLimits, runWorkflow } from "../engine/index.ts";
import { readWorkflow } from "../file/index.ts";
import type { Item, JsonObject } from "../model/item.ts";
import type { NodeType } from "../model/node-type.ts";
import type { WorkflowServices } from "../model/services.ts";
import { findNodeType } from "../nodes/node-table.ts";
import { chooseTrigger, toInputItems } from "../nodes/triggers/index.ts";
import { createScriptedServices, deepFreeze } from "./scripted-services.ts";

/** A workflow file to run. */
export interface WorkflowOptions {
  /** An export, as an object or as JSON. */
  file: JsonObject | string;
  input?: JsonValue;
  /** Additional types, which take precedence over the table of node types. */
  types?: readonly NodeType[];
  services?: Partial<WorkflowServices>;
  limits?: Partial<RunLimits>;
  /** Whether this is the author's test run, which uses pinned data. */
  isTest?: boolean;
  signal?: AbortSignal;
}

export interface WorkflowTestResult {
  /** The items' `json`, keyed by node, one list per output. */
  nodes: { [node: string]: JsonObject[][] };
  items: ReadonlyMap<string, readonly (readonly Item[])[]>;
  error: RunError | undefined;
  response: JsonValue | undefined;
  lastNode: string | undefined;
  traces: NodeTrace[];
  /** Nodes in execution order, without sub-nodes. */
  order: string[];
  streamed: string;
  logs: { node: string; level: string; message: string }[];
  steps: { node: string; kind: string; source: string; text: string }[];
}

/** Runs a workflow in the engine. Items from the test are frozen. */
export async function runWorkflowFile(options: WorkflowOptions): Promise<WorkflowTestResult> {
  const read = readWorkflow(typeof options.file === "string" ? options.file : JSON.stringify(options.file));
  if ("problem" in read) throw new Error(read.problem.message);
  const { workflow } = read;
  const items = deepFreeze(toInputItems(options.input));
  const trigger = chooseTrigger(workflow, items[0]?.json);
  if ("problem" in trigger) throw new Error(trigger.problem);
  const own = new Map(
    (options.types ?? []).flatMap((type) => type.types.map((name) => [name, type] as const)),
  );
  const recorded: Pick<WorkflowTestResult, "traces" | "order" | "streamed" | "logs" | "steps"> = {
    traces: [],
    order: [],
    streamed: "",
    logs: [],
    steps: [],
  };
  const result = await runWorkflow({
    workflow,
    start: trigger.node.name,
    items,
    services: createScriptedServices(options.services),
    findNodeType: (type) => own.get(type) ?? findNodeType(type),
    signal: options.signal ?? new AbortController().signal,
    executionId: "1",
    isTest: options.isTest ?? false,
    ...(options.limits && { limits: options.limits }),
    events: {
      onNodeEnd: (trace) => {
        recorded.traces.push(trace);
        if (trace.serves === undefined) recorded.order.push(trace.node);
      },
      streamed: (_, text) => {
        recorded.streamed += text;
      },
      logged: (node, level, message) => recorded.logs.push({ node, level, message }),
      stepped: (node, step) => recorded.steps.push({ node, ...step }),
    },
  });
  return {
    ...recorded,
    nodes: Object.fromEntries(
      [...result.nodes].map(([name, outputs]) => [
        name,
        outputs.map((output) => output.map(({ json }) => json)),
      ]),
    ),
    items: result.nodes,
    error: result.error,
    response: result.response,
    lastNode: result.lastNode,
  };
}
