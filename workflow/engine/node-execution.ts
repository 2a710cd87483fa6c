import type { Item } from "../model/item.ts";
import { NodeError } from "../model/node-error.ts";
import type { NodeType } from "../model/node-type.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import type { ExecutionContext } from "./execution-context.ts";
import { getErrorMessage, shouldStopRun, splitErrorItems } from "./failed-items.ts";
import { NodeRunContext } from "./node-run-context.ts";
import type { NodeTask } from "./node-task.ts";
import { getNodeType } from "./node-types.ts";
import { pairByIndex } from "./paired-items.ts";

type ItemLists = readonly (readonly Item[])[];

/** The result of one node run: its outputs, and the error after which it continued. */
export interface NodeExecution {
  outputs: ItemLists;
  error?: string;
}

/**
 * Returns the inputs as the node sees them. Each item is paired with its own position, so that an item that the node
 * passes on is paired with itself.
 */
function numberItems(inputs: NodeTask["inputs"]): NodeTask["inputs"] {
  return inputs.map((items, input) =>
    items?.map(({ json, binary }, item) => ({
      json,
      ...(binary && { binary }),
      pairedItem: input === 0 ? { item } : { item, input },
    })),
  );
}

function countOutputs(type: NodeType, node: WorkflowNode): number {
  return type.outputs?.(node) ?? 1;
}

/** Returns a list for each output of the node. */
function fillOutputs(outputs: readonly (readonly Item[] | undefined)[], count: number): ItemLists {
  return Array.from({ length: Math.max(count, outputs.length) }, (_, output) => outputs[output] ?? []);
}

async function executeWithRetry(type: NodeType, context: NodeRunContext): Promise<ItemLists | null> {
  const { node } = context;
  // How often the node was tried before it asked is not known. Without a limit, it could ask forever.
  const maxTries = context.continuesCall ? 1 : node.maxTries;
  if (!type.execute)
    throw context.failure("the node serves other nodes and takes no items", { field: "connections" });
  for (let tries = 1; ; tries++) {
    const isLast = tries >= maxTries;
    try {
      const result = await type.execute(context);
      if (result === null) return null;
      const outputs = fillOutputs(result, countOutputs(type, node));
      if (isLast || !outputs.some((items) => items.some(({ failed }) => failed))) return outputs;
    } catch (error) {
      if (isLast || shouldStopRun(error, context.signal)) throw error;
    }
    await context.sleep(node.waitBetweenTriesMs);
    context.forgetCalls();
  }
}

/** Returns the output of a node that failed as a whole and may continue: its input, on the first output. */
function continueAfterFailure(inputs: NodeTask["inputs"]): ItemLists {
  return [inputs[0] ?? []];
}

/** Returns the empty item that represents no result, paired with all items of the input. */
function createEmptyItem(inputs: NodeTask["inputs"]): Item {
  const pairedItem = inputs.flatMap((items) =>
    (items ?? []).flatMap(({ pairedItem }) => pairedItem ?? { item: 0 }),
  );
  return { json: {}, pairedItem };
}

async function executeOrContinue(
  run: ExecutionContext,
  task: NodeTask,
  readableInputs: NodeTask["inputs"],
  runIndex: number,
): Promise<NodeExecution | undefined> {
  const { node, sources, reply, continues } = task;
  const inputs = node.executeOnce ? readableInputs.map((items) => items?.slice(0, 1)) : readableInputs;
  const type = getNodeType(run.findNodeType, node, run.workflow);
  const context = new NodeRunContext(run, {
    ...{ node, dataNode: node.name, inputs, readableInputs, sources, runIndex, reply, continues },
    canAsk: run.canAsk,
  });
  let outputs: ItemLists | null;
  try {
    if (run.usesResumeAddress) await run.resume.getReady();
    outputs = await executeWithRetry(type, context);
  } catch (error) {
    if (node.onError === "stopWorkflow" || shouldStopRun(error, run.signal))
      throw error instanceof NodeError || shouldStopRun(error, run.signal)
        ? error
        : context.failure(getErrorMessage(error), {}, { cause: error });
    return { outputs: continueAfterFailure(inputs), error: getErrorMessage(error) };
  }
  if (!outputs) return undefined;
  const divided = node.onError === "continueErrorOutput" ? splitErrorItems(outputs, inputs) : outputs;
  return { outputs: pairByIndex(divided, inputs) };
}

/**
 * Returns a node's pinned output. Returns undefined if it has none, or if it is the trigger and the caller sent input.
 */
function findPinnedItems(
  run: ExecutionContext,
  { node, inputs, sources }: NodeTask,
): readonly Item[] | undefined {
  if (!run.usePinned || node.disabled) return undefined;
  const isFirst = sources.every((source) => source === undefined);
  const hasInput = inputs[0]?.some(({ json, binary }) => binary || Object.keys(json).length > 0);
  return isFirst && hasInput ? undefined : run.workflow.pinned.get(node.name);
}

/**
 * Returns whether a node should run, because it has pinned output, always outputs data, or has items on as many inputs
 * as it requires. Inputs after the last connected one are not required.
 */
export function shouldRun(run: ExecutionContext, task: NodeTask): boolean {
  const { node, inputs } = task;
  const required = run.findNodeType(node.type)?.requiredInputs?.(node) ?? 1;
  const filled = inputs.filter((items) => items && items.length > 0).length;
  return (
    findPinnedItems(run, task) !== undefined ||
    filled >= Math.min(required, inputs.length) ||
    (node.alwaysOutputData && !node.disabled)
  );
}

/**
 * Runs a node once on its input, or returns its pinned output. Returns undefined if it has no input, unless the node
 * always outputs data.
 * @throws NodeError, WorkflowLimit
 */
export async function executeNode(
  run: ExecutionContext,
  task: NodeTask,
  runIndex: number,
): Promise<NodeExecution | undefined> {
  const { node } = task;
  const pinnedItems = findPinnedItems(run, task);
  if (pinnedItems) return { outputs: [pinnedItems] };
  const inputs = numberItems(task.inputs);
  const hasItems = inputs.some((items) => items && items.length > 0);
  if (node.disabled) return hasItems ? { outputs: [inputs[0] ?? []] } : undefined;
  const execution = hasItems ? await executeOrContinue(run, task, inputs, runIndex) : undefined;
  if (!node.alwaysOutputData || execution?.outputs[0]?.length) return execution;
  const [, ...others] = execution?.outputs ?? [];
  return { ...execution, outputs: [[createEmptyItem(inputs)], ...others] };
}
