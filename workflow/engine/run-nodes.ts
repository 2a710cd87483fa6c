import { NodeError, WorkflowLimit } from "../model/node-error.ts";
import { type PendingQuestion, QuestionAsked } from "../model/question.ts";
import { CalledWorkflowAsked } from "./called-workflows.ts";
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

export function toRunError(error: unknown, node: string): RunError {
  const hasNode = error instanceof NodeError || error instanceof WorkflowLimit;
  return {
    node: error instanceof NodeError ? error.node : node,
    ...(hasNode && error.field !== undefined && { field: error.field }),
    message: getErrorMessage(error),
  };
}

async function runNode(
  run: ExecutionContext,
  scheduler: NodeScheduler,
  task: NodeTask,
  execute: ExecuteNode,
): Promise<void> {
  const { node, sources } = task;
  const runIndex = run.records.getRuns(node.name).length;
  const begun = performance.now();
  const traced = { node: node.name, within: run.within, runIndex, begun, inputs: task.inputs };
  try {
    run.budget.countNodeRun();
    await run.budget.tick(run.signal);
    if (!shouldRun(run, task)) return;
    run.trace.startNode(node.name, run.within, runIndex);
    const execution = await run.budget.countOwnAnswers(() => execute(run, task, runIndex));
    if (!execution) return;
    run.budget.hold(execution.outputs);
    run.records.add(node.name, { outputs: execution.outputs, sources });
    run.trace.endNode({ ...traced, ...execution });
    scheduler.deliver(node.name, runIndex, execution.outputs);
  } catch (error) {
    const end = error instanceof QuestionAsked ? { asks: true as const } : { error: getErrorMessage(error) };
    run.trace.endNode({ ...traced, outputs: [], ...end });
    throw error;
  }
}

/** Runs a node once, or returns undefined if no items follow. */
export type ExecuteNode = typeof executeNode;

/** Returns the scheduler of an execution. It has no task yet. */
export function createScheduler(run: ExecutionContext): NodeScheduler {
  return new NodeScheduler(run.workflow, run.graph, {
    countRequiredInputs: (node) => run.findNodeType(node.type)?.requiredInputs?.(node) ?? 1,
    getLastRunIndex: (node) => run.records.getLastRunIndex(node),
  });
}

/** Why an execution ended before all its nodes have run. */
export type EarlyEnd =
  | { error: RunError; isLimit: boolean }
  | { asking: NodeTask; question: PendingQuestion; called: CalledWorkflowAsked | undefined };

/**
 * Runs the nodes of a workflow until no node is left to run, a node fails, or a node asks a question in a conversation.
 * @param first the task to begin with, before the scheduler's tasks
 * @param execute runs each node in place of the engine
 * @throws the signal's reason if the signal is aborted
 */
export async function runNodes(
  run: ExecutionContext,
  scheduler: NodeScheduler,
  { first, execute = executeNode }: { first?: NodeTask | undefined; execute?: ExecuteNode | undefined } = {},
): Promise<EarlyEnd | undefined> {
  for (let task = first ?? scheduler.next(); task; task = scheduler.next()) {
    try {
      await runNode(run, scheduler, task, execute);
    } catch (error) {
      if (error instanceof QuestionAsked) {
        const called = error instanceof CalledWorkflowAsked ? error : undefined;
        return { asking: task, question: error.question, called };
      }
      if (run.signal.aborted && !(error instanceof WorkflowLimit)) throw run.signal.reason;
      return { error: toRunError(error, task.node.name), isLimit: error instanceof WorkflowLimit };
    }
  }
  return undefined;
}
