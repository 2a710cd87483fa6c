import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import type { WorkflowNode } from "../../model/workflow-node.ts";
import { passesFilter } from "./conditions/filter-conditions.ts";
import { COMPARISONS, combineConditions, getDefaultOperation } from "./conditions/typed-lists.ts";
import { continueOnFail, toPairedItem } from "./continue-on-fail.ts";
import { getTextOr } from "./fields/field-path.ts";

function countRules(node: WorkflowNode): number {
  const { rules } = node.parameters;
  if (rules === null || typeof rules !== "object" || Array.isArray(rules)) return 0;
  const values = rules[node.version < 3 ? "rules" : "values"];
  return Array.isArray(values) ? values.length : 0;
}

function getFallback(node: WorkflowNode): unknown {
  const { options } = node.parameters;
  return options !== null && typeof options === "object" && !Array.isArray(options)
    ? options.fallbackOutput
    : undefined;
}

/** Returns the number of outputs. There is one output per rule, and one for the fallback if it is enabled. */
function countRuleOutputs(node: WorkflowNode): number {
  const fallback = node.version < 3 ? node.parameters.fallbackOutput : getFallback(node);
  return countRules(node) + (fallback === "extra" ? 1 : 0);
}

/** Returns the indexes of the outputs whose conditions an item meets, as in Switch from version 3 on. */
function chooseOutputsByRules(context: NodeContext, itemIndex: number): number[] {
  const count = countRules(context.node);
  const isAll = context.flag("options.allMatchingOutputs", itemIndex);
  const met: number[] = [];
  for (let rule = 0; rule < count; rule++) {
    if (!passesFilter(context, `rules.values[${rule}].conditions`, itemIndex)) continue;
    met.push(rule);
    if (!isAll) break;
  }
  if (met.length > 0) return met;
  const fallback = context.parameter("options.fallbackOutput", itemIndex, "none");
  if (fallback === "extra") return [count];
  return fallback === "none" ? [] : [Number(fallback)];
}

/**
 * Returns a list with the index of an item's output, which depends on a single value, as in versions 1 and 2. The list
 * is empty if no rule matches.
 */
function chooseOutputsByComparison(context: NodeContext, itemIndex: number): number[] {
  const type = context.text("dataType", itemIndex, "number");
  const value = context.parameter(
    "value1",
    itemIndex,
    type === "boolean" ? false : type === "number" ? 0 : "",
  );
  for (const [index, entry] of context.list("rules.rules", itemIndex).entries()) {
    const rule = entry as JsonObject;
    const field = `rules.rules[${index}]`;
    const operation = getTextOr(getDefaultOperation(type), rule.operation);
    const compare = Object.hasOwn(COMPARISONS, operation) ? COMPARISONS[operation] : undefined;
    if (!compare)
      throw context.failure(`Unknown operation '${operation}'. Use ${Object.keys(COMPARISONS).join(", ")}`, {
        field,
        itemIndex,
      });
    const other = rule.value2 ?? (type === "boolean" ? false : type === "number" ? 0 : "");
    if (combineConditions(context, { field, itemIndex }, () => compare(value, other)))
      return [context.node.version < 2 ? Number(rule.output ?? 0) : index];
  }
  const fallback = context.parameter("fallbackOutput", itemIndex, -1);
  if (fallback === "extra") return [context.list("rules.rules", itemIndex).length];
  return fallback === "none" || Number(fallback) === -1 ? [] : [Number(fallback)];
}

/** Routes each item to the output of the rule that it matches. */
export const SWITCH_NODE: NodeType = {
  types: ["n8n-nodes-base.switch"],
  versions: [1, 2, 3, 3.1, 3.2, 3.3, 3.4],
  outputs: countOutputs,
  execute: distribute,
};

/**
 * The maximum number of outputs, which is more than any workflow uses. A number in a file must not create a list with
 * millions of entries.
 */
const MOST_OUTPUTS = 1_000;

function countOutputs(node: WorkflowNode): number {
  if (node.version === 1) return 4;
  const { mode } = node.parameters;
  const requestedCount =
    mode === "expression"
      ? Number(node.parameters[node.version < 3 ? "outputsAmount" : "numberOutputs"] ?? 4)
      : countRuleOutputs(node);
  return Number.isInteger(requestedCount) && requestedCount > 0 ? Math.min(requestedCount, MOST_OUTPUTS) : 1;
}

function distribute(context: NodeContext): Outputs {
  const outputs: Item[][] = Array.from({ length: countOutputs(context.node) }, () => []);
  for (const [index, item] of context.items.entries()) {
    const found = continueOnFail<{ output: number; item: Item }[]>(
      context,
      () =>
        chooseOutputs(context, index, outputs.length).map((output) => ({
          output,
          item: toPairedItem(item, index),
        })),
      (error) => [{ output: 0, item: { json: { error: error.message }, failed: true } }],
    );
    for (const { output, item: sent } of found) outputs[output]?.push(sent);
  }
  return outputs;
}

function chooseOutputs(context: NodeContext, index: number, count: number): number[] {
  if (context.text("mode", index, "rules") === "expression") {
    const output = context.number("output", index, 0);
    checkOutput(context, output, index, count, "output");
    return [output];
  }
  if (context.node.version >= 3) return chooseOutputsByRules(context, index);
  const output = chooseOutputsByComparison(context, index);
  for (const chosen of output) checkOutput(context, chosen, index, count, "rules");
  return output;
}

function checkOutput(
  context: NodeContext,
  output: number,
  itemIndex: number,
  count: number,
  field: string,
): void {
  if (Number.isInteger(output) && output >= 0 && output < count) return;
  const range = context.node.version < 3 ? `. It has to be between 0 and ${count - 1}!` : "";
  // The spelling is n8n's: workflows compare this text.
  throw context.failure(`The ouput ${output} is not allowed${range}`, { field, itemIndex });
}
