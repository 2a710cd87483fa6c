import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject, PairedItem } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { toPairedItem } from "../continue-on-fail.ts";
import { setOwn } from "../fields/field-path.ts";

/** Returns the items of all inputs, in order. */
export function appendInputs(context: NodeContext): Item[] {
  return context.inputs.flatMap((items = [], input) =>
    items.map((item, index) => toPairedItem(item, index, input)),
  );
}

/**
 * The maximum number of combinations. It is far below the limit for items of a run, so that many equal values in two
 * long inputs do not fill the memory before that limit is checked.
 */
const MOST_COMBINATIONS = 200_000;

/** Checks the number of combinations. @throws NodeError if a run cannot hold them */
export function checkCombinations(context: NodeContext, count: number, field: string): void {
  if (count <= MOST_COMBINATIONS) return;
  throw context.failure(
    `This would create more than ${MOST_COMBINATIONS} combinations of items. Reduce the items or match by a field with unique values`,
    { field },
  );
}

/** The rules for merging fields that both inputs have. */
interface MergeRules {
  isDeep: boolean;
  /** Whether a filled value is kept if the other input's value is empty. */
  keepsFilled: boolean;
}

function isRecord(value: JsonValue | undefined): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Merges objects. The values of later objects win. */
function mergeJson(objects: readonly JsonObject[], rules: MergeRules): JsonObject {
  return objects.reduce<JsonObject>((merged, next) => mergeFields(merged, next, rules), {});
}

function mergeFields(into: JsonObject, from: JsonObject, rules: MergeRules): JsonObject {
  const merged = { ...into };
  for (const key of Object.keys(from))
    setOwn(
      merged,
      key,
      mergeValues(Object.hasOwn(into, key) ? into[key] : undefined, from[key] ?? null, rules),
    );
  return merged;
}

function mergeValues(old: JsonValue | undefined, next: JsonValue, rules: MergeRules): JsonValue {
  if (old === undefined) return next;
  if (rules.keepsFilled && (next === null || next === "")) return old;
  if (!rules.isDeep) return next;
  if (isRecord(old) && isRecord(next)) return mergeFields(old, next, rules);
  if (Array.isArray(old) && Array.isArray(next)) {
    const addedValues = next.map((entry, index) => mergeValues(old[index], entry, rules));
    return [...addedValues, ...old.slice(next.length)];
  }
  return next;
}

/** An item to merge, with the number of its input and its index in this input. */
export interface MergePart {
  item: Item;
  index: number;
  input: number;
}

/** The handling of fields with the same name. */
export interface ClashHandling {
  /** `addSuffix`, `preferLast` or `preferInput2`; undefined by default. */
  resolve: string | undefined;
  rules: MergeRules;
}

const PLACE = "options.clashHandling.values";

/** Reads the handling of fields with the same name. */
export function readClashHandling(context: NodeContext): ClashHandling {
  const resolve = context.text(`${PLACE}.resolveClash`, 0);
  return {
    resolve: resolve === "" ? undefined : resolve,
    rules: {
      isDeep: context.text(`${PLACE}.mergeMode`, 0, "deepMerge") !== "shallowMerge",
      keepsFilled: context.flag(`${PLACE}.overrideEmpty`, 0),
    },
  };
}

/** Adds a suffix: `name` becomes `name_1`. */
export function withSuffix(json: JsonObject, suffix: number): JsonObject {
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [`${key}_${suffix}`, value]));
}

/** Merges one item of each input. By default the last input's fields win. */
export function combineParts(parts: readonly MergePart[], { resolve, rules }: ClashHandling): Item {
  const preferred = resolve?.startsWith("preferInput")
    ? Number(resolve.slice("preferInput".length)) - 1
    : undefined;
  const ordered =
    preferred === undefined || !parts.some(({ input }) => input === preferred)
      ? parts
      : [
          ...parts.filter(({ input }) => input !== preferred),
          ...parts.filter(({ input }) => input === preferred),
        ];
  const jsons = ordered.map(({ item, input }) =>
    resolve === "addSuffix" ? withSuffix(item.json, input + 1) : item.json,
  );
  const binary = Object.fromEntries(ordered.flatMap(({ item }) => Object.entries(item.binary ?? {})));
  return {
    json: mergeJson(jsons, rules),
    ...(Object.keys(binary).length > 0 && { binary }),
    pairedItem: parts.map(({ index, input }): PairedItem => ({ item: index, input })),
  };
}
