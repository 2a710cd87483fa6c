import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { NodeType } from "../../../model/node-type.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { toPairedItem } from "../continue-on-fail.ts";
import { getTextOr } from "../fields/field-path.ts";
import { combineByFields } from "./combine-by-fields.ts";
import {
  appendInputs,
  checkCombinations,
  combineParts,
  type MergePart,
  readClashHandling,
} from "./merge-items.ts";
import { mergeAsVersion1 } from "./merge-version-1.ts";

/** Merges the items of several inputs. */
export const MERGE_NODE: NodeType = {
  types: ["n8n-nodes-base.merge"],
  versions: [1, 2, 2.1, 3, 3.1, 3.2],
  inputs: countInputs,
  requiredInputs: (node) => (choosesBranch(node) ? countInputs(node) : 1),
  unsupported: (node) =>
    node.parameters.mode === "combineBySql"
      ? "its mode SQL Query is not supported: combine by fields or by position"
      : undefined,
  execute: (context) => [context.node.version < 2 ? mergeAsVersion1(context) : mergeInputs(context)],
};

/** The maximum number of inputs in n8n. */
const MOST_INPUTS = 10;

function countInputs({ version, parameters }: WorkflowNode): number {
  const isOfTwo = parameters.mode === "combine" && parameters.combineBy !== "combineByPosition";
  if (version < 3 || isOfTwo) return 2;
  const requestedCount = Number(parameters.numberInputs ?? 2);
  return Number.isInteger(requestedCount) ? Math.min(Math.max(requestedCount, 2), MOST_INPUTS) : 2;
}

function choosesBranch({ version, parameters }: WorkflowNode): boolean {
  return version >= 2 && getTextOr("append", parameters.mode) === "chooseBranch";
}

function mergeInputs(context: NodeContext): Item[] {
  const mode = context.text("mode", 0, "append");
  if (mode === "append") return appendInputs(context);
  if (mode === "chooseBranch") return chooseBranch(context);
  if (mode !== "combine")
    throw context.failure(`Unknown mode '${mode}'. Use append, combine or chooseBranch`, { field: "mode" });
  const field = context.node.version < 3 ? "combinationMode" : "combineBy";
  const by = context.text(field, 0, context.node.version < 3 ? "mergeByFields" : "combineByFields");
  switch (by) {
    case "mergeByFields":
    case "combineByFields":
      return combineByFields(context);
    case "mergeByPosition":
    case "combineByPosition":
      return combineByPosition(context);
    case "multiplex":
    case "combineAll":
      return combineEveryPair(context);
    default:
      throw context.failure(
        `Unknown combination mode '${by}'. Use combineByFields, combineByPosition or combineAll`,
        { field },
      );
  }
}

function chooseBranch(context: NodeContext): Item[] {
  const isOld = context.node.version < 3;
  const output = context.text("output", 0, isOld ? "input1" : "specifiedInput");
  if (output === "empty")
    return [{ json: {}, pairedItem: appendInputs(context).flatMap(({ pairedItem }) => pairedItem ?? []) }];
  const number = isOld ? Number(output.replace("input", "")) : context.number("useDataOfInput", 0, 1);
  if (!Number.isInteger(number) || number < 1 || number > countInputs(context.node))
    throw context.failure(`Input ${number} does not exist`, { field: isOld ? "output" : "useDataOfInput" });
  return (context.inputs[number - 1] ?? []).map((item, index) => toPairedItem(item, index, number - 1));
}

function combineByPosition(context: NodeContext): Item[] {
  const clash = readClashHandling(context);
  const inputs = Array.from({ length: countInputs(context.node) }, (_, input) => context.inputs[input] ?? []);
  const isOld = context.node.version < 3;
  if (isOld && inputs.some((items) => items.length === 0)) return appendInputs(context);
  const lengths = inputs.map((items) => items.length);
  const count = context.flag("options.includeUnpaired", 0) ? Math.max(...lengths) : Math.min(...lengths);
  return Array.from({ length: count }, (_, index) => {
    const parts = inputs.flatMap((items, input): MergePart[] => {
      const item = items[index];
      return item ? [{ item, index, input }] : [];
    });
    const combined = combineParts(parts, clash);
    const last = inputs.at(-1)?.[index];
    if (isOld || clash.resolve !== "addSuffix" || !last) return combined;
    // As in n8n, the fields of the last input are also there without a suffix.
    return { ...combined, json: { ...last.json, ...combined.json } };
  });
}

function combineEveryPair(context: NodeContext): Item[] {
  const [first = [], second = []] = context.inputs;
  checkCombinations(context, first.length * second.length, "combineBy");
  const clash = readClashHandling(context);
  const combine = (index: number, other: number) =>
    combineParts(
      [
        { item: first[index] as Item, index, input: 0 },
        { item: second[other] as Item, index: other, input: 1 },
      ],
      clash,
    );
  // As in n8n, the items of the input that is not preferred are in the outer order.
  return clash.resolve === "preferInput1"
    ? second.flatMap((_two, other) => first.map((_one, index) => combine(index, other)))
    : first.flatMap((_one, index) => second.map((_two, other) => combine(index, other)));
}
