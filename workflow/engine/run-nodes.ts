import type { Item } from "../model/item.ts";
import { NodeError, WorkflowLimit } from "../model/node-error.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { getErrorMessage } from "./failed-items.ts";
import { executeNode, shouldRun } from "./node-execution.ts";
import { NodeScheduler } from "./node-scheduler.ts";
import type { NodeTask } from "./node-task.ts";

/** The reason why a run ended early. */
export interface RunError {
  node: string;
  /** The parameter at fault, if there is one. */
  field?: string;
  message: string;
}

function toRunError(error: unknown, node: string): RunError {
  const hasNode = error instanceof NodeError || error instanceof WorkflowLimit;
  return {
    node: error instanceof NodeError ? error.node : node,
    ...(hasNode && error.field !== undefined && { field: error.field }),
    message: getErrorMessage(error),
  };
}

async function runNode(run: ExecutionContext, scheduler: NodeScheduler, task: NodeTask): Promise<void> {
  const { node, sources } = task;
  const runIndex = run.records.getRuns(node.name).length;
  const begun = performance.now();
  const traced = { node: node.name, within: run.within, runIndex, begun, inputs: task.inputs };
  try {
    run.budget.countNodeRun();
    await run.budget.tick(run.signal);
    if (!shouldRun(run, task)) return;
    run.trace.startNode(node.name, run.within, runIndex);
    const execution = await run.budget.countOwnAnswers(() => executeNode(run, task, runIndex));
    if (!execution) return;
    run.budget.hold(execution.outputs);
    run.records.add(node.name, { outputs: execution.outputs, sources });
    run.trace.endNode({ ...traced, ...execution });
    scheduler.deliver(node.name, runIndex, execution.outputs);
  } catch (error) {
    run.trace.endNode({ ...traced, outputs: [], error: getErrorMessage(error) });
    throw error;
  }
}

/**
 * Runs the nodes of a workflow from a start node until no node is left to run or a node fails. Returns the error of the
 * failed node, or undefined.
 * @throws the signal's reason if the signal is aborted
 */
export async function runNodes(
  run: ExecutionContext,
  start: WorkflowNode,
  items: readonly Item[],
): Promise<RunError | undefined> {
  const scheduler = new NodeScheduler(run.workflow, run.graph, {
    countRequiredInputs: (node) => run.findNodeType(node.type)?.requiredInputs?.(node) ?? 1,
    getLastRunIndex: (node) => run.records.getLastRunIndex(node),
  });
  scheduler.begin(start, items);
  for (let task = scheduler.next(); task; task = scheduler.next()) {
    try {
      await runNode(run, scheduler, task);
    } catch (error) {
      if (run.signal.aborted && !(error instanceof WorkflowLimit)) throw run.signal.reason;
      return toRunError(error, task.node.name);
    }
  }
  return undefined;
}
