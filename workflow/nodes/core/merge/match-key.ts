import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import { fieldOf } from "../fields/field-path.ts";

/** Two fields that are to be the same. */
export interface FieldPair {
  field1: string;
  field2: string;
}

export interface MatchRules {
  dotNotation: boolean;
  /** Takes the number 3 and the text "3" for the same. */
  isFuzzy: boolean;
}

/** A text that is the same for values that are equal. */
export function equalityKey(value: JsonValue, isFuzzy = false): string {
  if (isFuzzy) {
    if (value === null || value === "") return "";
    if (typeof value !== "object") return String(value);
  }
  if (Array.isArray(value)) return `[${value.map((entry) => equalityKey(entry)).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${equalityKey(value[key] ?? null)}`).join(",")}}`;
}

/** A text that is the same for items whose fields are equal; undefined where a field is missing. */
export function matchKey(json: JsonObject, fields: readonly string[], rules: MatchRules): string | undefined {
  const keys: string[] = [];
  for (const field of fields) {
    const value = fieldOf(json, field, rules.dotNotation);
    if (value === undefined) return undefined;
    keys.push(equalityKey(value, rules.isFuzzy));
  }
  return JSON.stringify(keys);
}

/** Items by their match key. Those that lack a field are left out. */
export function byMatchKey(
  items: readonly { json: JsonObject }[],
  fields: readonly string[],
  rules: MatchRules,
): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, { json }] of items.entries()) {
    const key = matchKey(json, fields, rules);
    if (key === undefined) continue;
    const known = found.get(key);
    if (known) known.push(index);
    else found.set(key, [index]);
  }
  return found;
}
