import type { JsonValue } from "@stoa/runtime/protocol";
import { getRunAnswer, type RunWorkflowOptions, runWorkflow, type WorkflowResult } from "../engine/index.ts";
import { readWorkflow } from "../file/index.ts";
import { readMetadata } from "../inspection/workflow-metadata.ts";
import type { Item } from "../model/item.ts";
import type { WorkflowServices } from "../model/services.ts";
import { findNodeType } from "../nodes/node-table.ts";
import { chooseTrigger, toInputItems } from "../nodes/triggers/index.ts";
import { runOnOwnServer } from "../own-server/run-on-own-server.ts";
import { formatTurnEnd, readTurn } from "./conversation-turn.ts";
import { readInputFiles, returnItemFiles } from "./run-files.ts";
import type { RunTask, WorkerEvent, WorkflowRunResult } from "./worker-messages.ts";

function writeOutputs({ nodes }: WorkflowResult): string {
  return JSON.stringify(
    Object.fromEntries(
      Array.from(nodes, ([name, outputs]) => [name, outputs.map((items) => items.map(({ json }) => json))]),
    ),
  );
}

/**
 * Returns a value as plain JSON, because items may contain a library's objects, which cannot be sent to another
 * process.
 */
function toPlainJson(value: JsonValue): JsonValue {
  return JSON.parse(JSON.stringify(value) ?? "null") as JsonValue;
}

/** Returns the result of a run that failed before any node ran. */
function failBeforeStart(message: string, node = "", field?: string): WorkflowRunResult {
  return { answer: null, error: { node, message, ...(field !== undefined && { field }) }, nodes: "{}" };
}

/** Runs a workflow file and returns its answer. Errors that the author can fix are part of the result. */
export async function runTask(
  task: RunTask,
  {
    services,
    signal,
    emit,
  }: { services: WorkflowServices; signal: AbortSignal; emit: (event: WorkerEvent) => void },
): Promise<WorkflowRunResult> {
  const read = readWorkflow(task.source);
  if ("problem" in read) return failBeforeStart(read.problem.message, read.problem.node, read.problem.field);
  const { workflow } = read;
  const { gateway } = services;
  let input: JsonValue;
  try {
    input = await readInputFiles(gateway, task.input, task.files ?? []);
  } catch (error) {
    return failBeforeStart(error instanceof Error ? error.message : String(error));
  }
  const turn = readTurn(task, workflow, input);
  if (turn && "answer" in turn) {
    if (turn.warning !== undefined)
      emit({ type: "logged", level: "warning", node: workflow.name, message: turn.warning });
    return { answer: turn.answer, ...(turn.state !== undefined && { state: turn.state }), nodes: "{}" };
  }
  const items = toInputItems(input);
  const trigger = chooseTrigger(workflow, items[0]?.json);
  if ("problem" in trigger) {
    const { problem, unfit } = trigger;
    return failBeforeStart(problem, unfit, unfit === undefined ? undefined : "type");
  }
  const { stoa } = readMetadata(task.source);
  const run: RunWorkflowOptions = {
    workflow,
    start: trigger.node.name,
    items,
    services,
    findNodeType,
    signal,
    executionId: task.runId,
    isTest: task.isTest,
    limits: { wallMs: task.wallMs },
    ...(turn && { conversation: turn }),
    events: {
      onNodeStart: (node, within, runIndex) =>
        emit({ type: "began", node, ...(within !== undefined && { within }), runIndex }),
      onNodeEnd: (trace) => emit({ type: "node", trace }),
      streamed: (_, text) => emit({ type: "streamed", text }),
      logged: (node, level, message) => emit({ type: "logged", node, level, message }),
      stepped: (node, step) => emit({ type: "stepped", node, step }),
    },
  };
  const result = await (stoa.engine === "n8n" ? runOnOwnServer(task.source, run) : runWorkflow(run));
  const answer = await createAnswer();
  return {
    ...answer,
    ...(result.asks && { state: result.asks.state }),
    ...(task.wantsNodes && { nodes: writeOutputs(result) }),
  };

  async function createAnswer(): Promise<Pick<WorkflowRunResult, "answer" | "error">> {
    if (result.error) return { answer: null, error: result.error };
    if (result.asks) return { answer: formatTurnEnd(result.response, result.asks.question, workflow) };
    try {
      const returnFiles = (last: readonly Item[]) => returnItemFiles(gateway, last);
      return { answer: toPlainJson(await getRunAnswer(result, task.outputNode ?? stoa.output, returnFiles)) };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { answer: null, error: { node: result.lastNode ?? "", message } };
    }
  }
}
