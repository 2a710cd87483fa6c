import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import { setOwn } from "../fields/field-path.ts";

/** How fields that both have are put together. */
export interface MergeRules {
  isDeep: boolean;
  /** An empty value does not replace one that is not. */
  keepsFilled: boolean;
}

function isRecord(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Objects put together, the later ones preferred. */
export function mergeJson(objects: readonly JsonObject[], rules: MergeRules): JsonObject {
  return objects.reduce<JsonObject>((merged, next) => mergedWith(merged, next, rules), {});
}

function mergedWith(into: JsonObject, from: JsonObject, rules: MergeRules): JsonObject {
  const merged = { ...into };
  for (const key of Object.keys(from))
    setOwn(
      merged,
      key,
      mergedValue(Object.hasOwn(into, key) ? into[key] : undefined, from[key] ?? null, rules),
    );
  return merged;
}

function mergedValue(old: JsonValue | undefined, next: JsonValue, rules: MergeRules): JsonValue {
  if (old === undefined) return next;
  if (rules.keepsFilled && (next === null || next === "")) return old;
  if (!rules.isDeep) return next;
  if (isRecord(old) && isRecord(next)) return mergedWith(old, next, rules);
  if (Array.isArray(old) && Array.isArray(next)) {
    const added = next.map((entry, index) => mergedValue(old[index], entry, rules));
    return [...added, ...old.slice(next.length)];
  }
  return next;
}
