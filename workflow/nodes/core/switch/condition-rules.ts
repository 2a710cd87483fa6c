import type { NodeContext } from "../../../model/node-context.ts";
import type { WorkflowNode } from "../../../model/workflow-node.ts";
import { passesFilter } from "../conditions/filter-conditions.ts";

function ruleCount(node: WorkflowNode): number {
  const { rules } = node.parameters;
  if (rules === null || typeof rules !== "object" || Array.isArray(rules)) return 0;
  const values = rules[node.version < 3 ? "rules" : "values"];
  return Array.isArray(values) ? values.length : 0;
}

function fallbackOf(node: WorkflowNode): unknown {
  const { options } = node.parameters;
  return options !== null && typeof options === "object" && !Array.isArray(options)
    ? options.fallbackOutput
    : undefined;
}

/** One output for each rule, and one more where what meets none has its own. */
export function ruleOutputs(node: WorkflowNode): number {
  const fallback = node.version < 3 ? node.parameters.fallbackOutput : fallbackOf(node);
  return ruleCount(node) + (fallback === "extra" ? 1 : 0);
}

/** The outputs of an item by conditions, as Switch has them since version 3. */
export function outputsByRules(context: NodeContext, itemIndex: number): number[] {
  const count = ruleCount(context.node);
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
