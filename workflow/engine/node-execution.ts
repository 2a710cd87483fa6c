import type { Item } from "../model/item.ts";
import type { NodeContext } from "../model/node-context.ts";
import { NodeError } from "../model/node-error.ts";
import type { NodeType } from "../model/node-type.ts";
import type { WorkflowNode } from "../model/workflow-node.ts";
import { endsTheRun, messageOf, withErrorOutput } from "./failed-items.ts";
import { NodeRunContext } from "./node-run-context.ts";
import { typeOf } from "./node-types.ts";
import { pairByNumber } from "./paired-items.ts";
import type { RunSurroundings } from "./run-surroundings.ts";
import type { Task } from "./task.ts";

type ItemLists = readonly (readonly Item[])[];

/** What became of a node that ran: what came out of it, and the error that it went on after. */
export interface Execution {
  outputs: ItemLists;
  error?: string;
}

/** Inputs as the node sees them: each item knows its own place, so that what is handed on is paired with it. */
function placed(inputs: Task["inputs"], once: boolean): Task["inputs"] {
  return inputs.map((items, input) =>
    (once ? items?.slice(0, 1) : items)?.map(({ json, binary }, item) => ({
      json,
      ...(binary && { binary }),
      pairedItem: input === 0 ? { item } : { item, input },
    })),
  );
}

function outputCount(type: NodeType, node: WorkflowNode): number {
  return type.outputs?.(node) ?? 1;
}

/** Every output is a list, as many as the node has. */
function filled(outputs: readonly (readonly Item[] | undefined)[], count: number): ItemLists {
  return Array.from({ length: Math.max(count, outputs.length) }, (_, output) => outputs[output] ?? []);
}

async function triedAgain(type: NodeType, context: NodeContext): Promise<ItemLists> {
  const { node } = context;
  if (!type.execute) throw context.failure("serves other nodes and takes no items", { field: "connections" });
  for (let tries = 1; ; tries++) {
    const isLast = tries >= node.maxTries;
    try {
      const outputs = filled(await type.execute(context), outputCount(type, node));
      if (isLast || !outputs.some((items) => items.some(({ failed }) => failed))) return outputs;
    } catch (error) {
      if (isLast || endsTheRun(error, context.signal)) throw error;
    }
    await context.sleep(node.waitBetweenTriesMs);
  }
}

/** A node that failed as a whole and may go on: its input goes on in its place, or the error to the output for errors. */
function afterFailure(error: unknown, inputs: Task["inputs"], type: NodeType, node: WorkflowNode): ItemLists {
  const input = inputs[0] ?? [];
  if (node.onError === "continueRegularOutput") return filled([input], outputCount(type, node));
  const failed = input.map((item): Item => ({ ...item, json: { ...item.json, error: messageOf(error) } }));
  return [...filled([], outputCount(type, node)), failed];
}

/** All items that went in, as the pairs of the one empty item that stands for no result. */
function emptyItem(inputs: Task["inputs"]): Item {
  const pairedItem = inputs.flatMap((items) =>
    (items ?? []).flatMap(({ pairedItem }) => pairedItem ?? { item: 0 }),
  );
  return { json: {}, pairedItem };
}

async function executed(
  run: RunSurroundings,
  task: Task,
  inputs: Task["inputs"],
  runIndex: number,
): Promise<Execution> {
  const { node, sources } = task;
  const type = typeOf(run.findNodeType, node, run.workflow);
  const context = new NodeRunContext(run, { node, placedAt: node.name, inputs, sources, runIndex });
  let outputs: ItemLists;
  try {
    if (run.namesResume) await run.resume.ready();
    outputs = pairByNumber(await triedAgain(type, context), inputs);
  } catch (error) {
    if (node.onError === "stopWorkflow" || endsTheRun(error, run.signal))
      throw error instanceof NodeError || endsTheRun(error, run.signal)
        ? error
        : context.failure(messageOf(error), {}, { cause: error });
    return { outputs: afterFailure(error, inputs, type, node), error: messageOf(error) };
  }
  return { outputs: node.onError === "continueErrorOutput" ? withErrorOutput(outputs, inputs) : outputs };
}

/** The author's fixed output of a node; not of the trigger where the caller gave something. */
function pinnedFor(run: RunSurroundings, { node, inputs, sources }: Task): readonly Item[] | undefined {
  if (!run.usePinned || node.disabled) return undefined;
  const isFirst = sources.every((source) => source === undefined);
  const wasGiven = inputs[0]?.some(({ json, binary }) => binary || Object.keys(json).length > 0);
  return isFirst && wasGiven ? undefined : run.workflow.pinned.get(node.name);
}

/** Whether a node makes anything of what came in: nothing came, and it is passed over. */
export function comesToRun(run: RunSurroundings, task: Task): boolean {
  const { node, inputs } = task;
  return (
    pinnedFor(run, task) !== undefined ||
    inputs.some((items) => items && items.length > 0) ||
    (node.alwaysOutputData && !node.disabled)
  );
}

/**
 * Runs a node once on what came in. Nothing came: it does not run, and gives undefined.
 * @throws NodeError, WorkflowLimit
 */
export async function executeNode(
  run: RunSurroundings,
  task: Task,
  runIndex: number,
): Promise<Execution | undefined> {
  const { node } = task;
  const pinned = pinnedFor(run, task);
  if (pinned) return { outputs: [pinned] };
  const inputs = placed(task.inputs, node.executeOnce);
  const hasItems = inputs.some((items) => items && items.length > 0);
  if (node.disabled) return hasItems ? { outputs: [inputs[0] ?? []] } : undefined;
  const execution = hasItems ? await executed(run, task, inputs, runIndex) : undefined;
  if (!node.alwaysOutputData || execution?.outputs[0]?.length) return execution;
  const [, ...others] = execution?.outputs ?? [];
  return { ...execution, outputs: [[emptyItem(inputs)], ...others] };
}
