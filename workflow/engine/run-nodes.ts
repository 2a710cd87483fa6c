import type { Item } from "../model/item.ts";
import { NodeError, WorkflowLimit } from "../model/node-error.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { messageOf } from "./failed-items.ts";
import { comesToRun, executeNode } from "./node-execution.ts";
import type { RunSurroundings } from "./run-surroundings.ts";
import { Scheduler } from "./scheduler.ts";
import type { Task } from "./task.ts";

/** What ended a run before its end. */
export interface RunError {
  node: string;
  /** The parameter at fault, where one is. */
  field?: string;
  message: string;
}

function runErrorOf(error: unknown, node: string): RunError {
  const isPlaced = error instanceof NodeError || error instanceof WorkflowLimit;
  return {
    node: error instanceof NodeError ? error.node : node,
    ...(isPlaced && error.field !== undefined && { field: error.field }),
    message: messageOf(error),
  };
}

async function runNode(run: RunSurroundings, scheduler: Scheduler, task: Task): Promise<void> {
  const { node, sources } = task;
  const runIndex = run.records.of(node.name).length;
  const begun = performance.now();
  const told = { node: node.name, within: run.within, runIndex, begun, inputs: task.inputs };
  try {
    run.budget.countNodeRun();
    await run.budget.tick(run.signal);
    if (!comesToRun(run, task)) return;
    run.trace.started(node.name, run.within, runIndex);
    const execution = await run.budget.withOwnAnswers(() => executeNode(run, task, runIndex));
    if (!execution) return;
    run.budget.hold(execution.outputs);
    run.records.add(node.name, { outputs: execution.outputs, sources });
    run.trace.ended({ ...told, ...execution });
    scheduler.deliver(node.name, runIndex, execution.outputs);
  } catch (error) {
    run.trace.ended({ ...told, outputs: [], error: messageOf(error) });
    throw error;
  }
}

/**
 * Runs the nodes of a workflow from one on, until nothing is left to do or one of them fails.
 * @throws what the signal was aborted with
 */
export async function runNodes(
  run: RunSurroundings,
  start: WorkflowNode,
  items: readonly Item[],
): Promise<RunError | undefined> {
  const scheduler = new Scheduler(run.workflow, run.graph, {
    requiredInputs: (node) => run.findNodeType(node.type)?.requiredInputs?.(node) ?? 1,
    lastRun: (node) => run.records.lastRun(node),
  });
  scheduler.begin(start, items);
  for (let task = scheduler.next(); task; task = scheduler.next()) {
    try {
      await runNode(run, scheduler, task);
    } catch (error) {
      if (run.signal.aborted && !(error instanceof WorkflowLimit)) throw run.signal.reason;
      return runErrorOf(error, task.node.name);
    }
  }
  return undefined;
}
