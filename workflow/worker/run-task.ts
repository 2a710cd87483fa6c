import type { JsonValue } from "@stoa/runtime/protocol";
import { answerOf, runWorkflow, type WorkflowResult, type WorkflowRun } from "../engine/index.ts";
import { readWorkflow } from "../file/index.ts";
import { fileWords } from "../inspection/file-words.ts";
import type { WorkflowServices } from "../model/services.ts";
import { findNodeType } from "../nodes/node-table.ts";
import { callerItems, startingTrigger } from "../nodes/triggers/index.ts";
import { runOnOwnServer } from "../own-server/run-on-own-server.ts";
import type { RunNews, RunResult, RunTask } from "./worker-messages.ts";

function outputsText({ nodes }: WorkflowResult): string {
  return JSON.stringify(
    Object.fromEntries(
      Array.from(nodes, ([name, outputs]) => [name, outputs.map((items) => items.map(({ json }) => json))]),
    ),
  );
}

/** What can be told to another thread: values of a library that got into an item become what JSON makes of them. */
function plain(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value) ?? "null") as JsonValue;
}

/** What is wrong before any node has run. */
function unstarted(message: string, node = "", field?: string): RunResult {
  return { answer: null, error: { node, message, ...(field !== undefined && { field }) }, nodes: "{}" };
}

/** Runs one workflow from its file to its answer. What its author did wrong is in the result. */
export async function runTask(
  task: RunTask,
  {
    services,
    signal,
    tell,
  }: { services: WorkflowServices; signal: AbortSignal; tell: (news: RunNews) => void },
): Promise<RunResult> {
  const read = readWorkflow(task.source);
  if ("problem" in read) return unstarted(read.problem.message, read.problem.node, read.problem.field);
  const { workflow } = read;
  const items = callerItems(task.input);
  const trigger = startingTrigger(workflow, items[0]?.json);
  if ("problem" in trigger) {
    const { problem, unfit } = trigger;
    return unstarted(problem, unfit, unfit === undefined ? undefined : "type");
  }
  const { stoa } = fileWords(task.source);
  const run: WorkflowRun = {
    workflow,
    start: trigger.node.name,
    items,
    services,
    findNodeType,
    signal,
    executionId: task.runId,
    isTest: task.isTest,
    limits: { wallMs: task.wallMs },
    events: {
      nodeStarted: (node, within, runIndex) =>
        tell({ type: "began", node, ...(within !== undefined && { within }), runIndex }),
      nodeEnded: (trace) => tell({ type: "node", trace }),
      streamed: (_, text) => tell({ type: "streamed", text }),
      logged: (node, level, message) => tell({ type: "logged", node, level, message }),
      stepped: (node, step) => tell({ type: "stepped", node, step }),
    },
  };
  const result = await (stoa.engine === "n8n" ? runOnOwnServer(task.source, run) : runWorkflow(run));
  return {
    answer: result.error ? null : plain(answerOf(result, task.outputNode ?? stoa.output)),
    ...(result.error && { error: result.error }),
    ...(task.wantsNodes && { nodes: outputsText(result) }),
  };
}
