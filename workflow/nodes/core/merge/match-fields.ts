import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { getField, getTextOr, parseFieldNames } from "../fields/field-path.ts";

/** Two fields that must be equal. */
export interface FieldPair {
  field1: string;
  field2: string;
}

interface MatchRules {
  dotNotation: boolean;
  /** Whether values of different types, such as 3 and "3", can be equal. */
  isFuzzy: boolean;
}

/** Returns a string that is the same for equal values. */
export function toEqualityKey(value: JsonValue, isFuzzy = false): string {
  if (isFuzzy) {
    if (value === null || value === "") return "";
    if (typeof value !== "object") return String(value);
  }
  if (Array.isArray(value)) return `[${value.map((entry) => toEqualityKey(entry)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${toEqualityKey(value[key] ?? null)}`).join(",")}}`;
}

/**
 * Returns a string that is the same for items with equal fields, or undefined if a field is missing. If `keepsMissing`
 * is set, a missing field equals null.
 */
export function toMatchKey(
  json: JsonObject,
  fields: readonly string[],
  rules: MatchRules,
  keepsMissing = false,
): string | undefined {
  const keys: string[] = [];
  for (const field of fields) {
    const value = getField(json, field, rules.dotNotation);
    if (value === undefined && !keepsMissing) return undefined;
    keys.push(toEqualityKey(value ?? null, rules.isFuzzy));
  }
  return JSON.stringify(keys);
}

/** Groups items by their match key. Leaves out items that lack any of `fields`, unless `keepsMissing` is set. */
export function groupByMatchKey(
  items: readonly { json: JsonObject }[],
  fields: readonly string[],
  rules: MatchRules & { keepsMissing?: boolean },
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, { json }] of items.entries()) {
    const key = toMatchKey(json, fields, rules, rules.keepsMissing);
    if (key === undefined) continue;
    const group = found.get(key);
    if (group) group.push(index);
    else found.set(key, [index]);
  }
  return found;
}

/** Checks that at least one item has each field. @throws NodeError that names the input in which none has */
export function checkFieldsExist(
  context: NodeContext,
  items: readonly { json: JsonObject }[],
  fields: readonly string[],
  input: string,
): void {
  const dots = !context.flag("options.disableDotNotation", 0);
  for (const field of fields)
    if (items.every(({ json }) => getField(json, field, dots) === undefined))
      throw context.failure(`Field '${field}' is not present in any of items in '${input}'`, {
        field: "mergeByFields.values",
      });
}

/**
 * Parses a comma-separated list of fields that have the same name in both inputs.
 * @throws NodeError if the list is empty
 */
export function readFieldNames(context: NodeContext, field: string): FieldPair[] {
  const names = parseFieldNames(context.parameter(field, 0));
  if (names.length === 0) throw createNoFieldsError(context, field);
  return names.map((name) => ({ field1: name, field2: name }));
}

/** Returns pairs that consist of one field of each input. */
export function readFieldPairs(context: NodeContext, field: string): FieldPair[] {
  const pairs = context.list(field, 0).map((entry) => {
    const { field1, field2 } = entry as JsonObject;
    return { field1: getTextOr("", field1).trim(), field2: getTextOr("", field2).trim() };
  });
  if (pairs.every(({ field1, field2 }) => field1 === "" && field2 === ""))
    throw createNoFieldsError(context, field);
  for (const [index, { field1, field2 }] of pairs.entries())
    if (field1 === "" || field2 === "")
      throw context.failure(
        `You need to define both fields in "Fields to Match" for pair ${index + 1}, field 1 = '${field1}' field 2 = '${field2}'`,
        { field: `${field}[${index}]` },
      );
  return pairs;
}

function createNoFieldsError(context: NodeContext, field: string): Error {
  return context.failure('You need to define at least one pair of fields in "Fields to Match" to match on', {
    field,
  });
}
