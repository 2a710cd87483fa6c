import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import type { DataTable } from "./table-rows.ts";

interface Condition {
  column: string;
  test: string;
  value: JsonValue;
}

const asText = (value: JsonValue) =>
  value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);

/** Numbers by their size, all else by its text: dates stand as ISO text. */
function order(left: JsonValue, right: JsonValue): number {
  const [a, b] = [Number(left), Number(right)];
  const areNumbers = left !== "" && right !== "" && left !== null && !Number.isNaN(a) && !Number.isNaN(b);
  if (areNumbers) return a - b;
  return asText(left) < asText(right) ? -1 : asText(left) > asText(right) ? 1 : 0;
}

/** SQL's LIKE: `%` for any text. Looked at part by part, so that no pattern takes long. */
function isLike(text: string, pattern: string): boolean {
  const [first = "", ...others] = pattern.split("%");
  if (others.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  const last = others.pop() ?? "";
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

const TESTS: Readonly<Record<string, (value: JsonValue, wanted: JsonValue) => boolean>> = {
  eq: (value, wanted) => value !== null && asText(value) === asText(wanted),
  neq: (value, wanted) => asText(value) !== asText(wanted),
  like: (value, wanted) => isLike(asText(value), asText(wanted)),
  ilike: (value, wanted) => isLike(asText(value).toLowerCase(), asText(wanted).toLowerCase()),
  gt: (value, wanted) => value !== null && order(value, wanted) > 0,
  gte: (value, wanted) => value !== null && order(value, wanted) >= 0,
  lt: (value, wanted) => value !== null && order(value, wanted) < 0,
  lte: (value, wanted) => value !== null && order(value, wanted) <= 0,
  isEmpty: (value) => value === null,
  isNotEmpty: (value) => value !== null,
  isTrue: (value) => value === true,
  isFalse: (value) => value === false,
};

function conditionsOf(context: NodeContext, index: number): Condition[] {
  return context.list("filters.conditions", index).map((entry, at) => {
    const given = (entry ?? {}) as JsonObject;
    const test = asText(given.condition ?? "eq");
    const field = `filters.conditions[${at}]`;
    if (!Object.hasOwn(TESTS, test))
      throw context.failure(`The condition '${test.slice(0, 40)}' is not known`, {
        field: `${field}.condition`,
        itemIndex: index,
      });
    return { column: asText(given.keyName ?? ""), test, value: given.keyValue ?? null };
  });
}

/** The rows that fit an item's conditions; all where it has none. */
export function matchingRows(context: NodeContext, table: DataTable, index: number): JsonObject[] {
  const conditions = conditionsOf(context, index);
  if (conditions.length === 0) return [...table.rows];
  const needsAll = context.text("matchType", index, "anyCondition") === "allConditions";
  return table.rows.filter((row) => {
    const passes = ({ column, test, value }: Condition) =>
      TESTS[test]?.(Object.hasOwn(row, column) ? (row[column] ?? null) : null, value) === true;
    return needsAll ? conditions.every(passes) : conditions.some(passes);
  });
}

/** How many conditions an item has: what changes or deletes rows must have one. */
export function conditionCount(context: NodeContext, index: number): number {
  return context.list("filters.conditions", index).length;
}
