import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { COMPARISONS, decided, defaultOperation } from "../conditions/typed-lists.ts";
import { textOr } from "../fields/field-text.ts";

/** The output of an item by comparing one value, as the first two versions of Switch do; none where it meets no rule. */
export function outputsByComparison(context: NodeContext, itemIndex: number): number[] {
  const type = context.text("dataType", itemIndex, "number");
  const value = context.parameter(
    "value1",
    itemIndex,
    type === "boolean" ? false : type === "number" ? 0 : "",
  );
  for (const [index, entry] of context.list("rules.rules", itemIndex).entries()) {
    const rule = entry as JsonObject;
    const field = `rules.rules[${index}]`;
    const operation = textOr(defaultOperation(type), rule.operation);
    const compare = Object.hasOwn(COMPARISONS, operation) ? COMPARISONS[operation] : undefined;
    if (!compare) throw context.failure(`The operation '${operation}' is not known`, { field, itemIndex });
    const other = rule.value2 ?? (type === "boolean" ? false : type === "number" ? 0 : "");
    if (decided(context, { field, itemIndex }, () => compare(value, other)))
      return [context.node.version < 2 ? Number(rule.output ?? 0) : index];
  }
  const fallback = context.parameter("fallbackOutput", itemIndex, -1);
  if (fallback === "extra") return [context.list("rules.rules", itemIndex).length];
  return fallback === "none" || Number(fallback) === -1 ? [] : [Number(fallback)];
}
