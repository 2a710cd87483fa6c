import type { Item, JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { toPairedItem } from "../continue-on-fail.ts";
import { getField } from "../fields/field-path.ts";
import { toEqualityKey } from "./match-fields.ts";
import { appendInputs, checkCombinations, combineParts } from "./merge-items.ts";

/** The second input's fields replace the first input's without merging objects. */
const REPLACING = { resolve: undefined, rules: { isDeep: false, keepsFilled: false } };

/** Merges two inputs in the modes of version 1. */
export function mergeAsVersion1(context: NodeContext): Item[] {
  const mode = context.text("mode", 0, "append");
  const [first = [], second = []] = context.inputs;
  switch (mode) {
    case "append":
      return appendInputs(context);
    case "mergeByIndex":
      return mergeByIndex(context, first, second);
    case "mergeByKey":
    case "keepKeyMatches":
    case "removeKeyMatches":
      return mergeByKey(context, mode, first, second);
    case "multiplex":
      checkCombinations(context, first.length * second.length, "mode");
      return first.flatMap((one, index) => second.map((two, other) => mergePair(one, index, two, other)));
    case "passThrough": {
      const input = context.text("output", 0, "input1") === "input2" ? 1 : 0;
      return (input === 0 ? first : second).map((item, index) => toPairedItem(item, index, input));
    }
    case "wait":
      return [{ json: {}, pairedItem: first.map((_, item) => ({ item })) }];
    default:
      throw context.failure(
        `Unknown mode '${mode}'. Use append, keepKeyMatches, mergeByIndex, mergeByKey, multiplex, passThrough, removeKeyMatches or wait`,
        { field: "mode" },
      );
  }
}

function mergePair(one: Item, index: number, two: Item, other: number): Item {
  return combineParts(
    [
      { item: one, index, input: 0 },
      { item: two, index: other, input: 1 },
    ],
    REPLACING,
  );
}

function mergeByIndex(context: NodeContext, first: readonly Item[], second: readonly Item[]): Item[] {
  const join = context.text("join", 0, "left");
  const shortest = Math.min(first.length, second.length);
  const longest = Math.max(first.length, second.length);
  const count = join === "inner" ? shortest : join === "outer" ? longest : first.length;
  return Array.from({ length: count }, (_, index) => {
    const one = first[index];
    const two = second[index];
    if (one && two) return mergePair(one, index, two, index);
    return one ? toPairedItem(one, index) : toPairedItem(two ?? { json: {} }, index, 1);
  });
}

function mergeByKey(
  context: NodeContext,
  mode: "mergeByKey" | "keepKeyMatches" | "removeKeyMatches",
  first: readonly Item[],
  second: readonly Item[],
): Item[] {
  const name1 = context.text("propertyName1", 0);
  const name2 = context.text("propertyName2", 0);
  const overwrite = context.text("overwrite", 0, "always");
  const indexByKey = new Map<string, number>();
  for (const [index, { json }] of second.entries()) {
    const value = getField(json, name2);
    if (value !== undefined) indexByKey.set(toEqualityKey(value, true), index);
  }
  return first.flatMap((item, index) => {
    const value = getField(item.json, name1);
    const other = value === undefined ? undefined : indexByKey.get(toEqualityKey(value, true));
    if (mode === "keepKeyMatches") return other === undefined ? [] : [toPairedItem(item, index)];
    if (mode === "removeKeyMatches") return other === undefined ? [toPairedItem(item, index)] : [];
    if (value === undefined) return [];
    const match = other === undefined ? undefined : second[other];
    if (other === undefined || !match) return [toPairedItem(item, index)];
    return [
      {
        ...mergePair(item, index, match, other),
        pairedItem: { item: index },
        json: overwriteFields(item.json, match.json, name2, overwrite),
      },
    ];
  });
}

function overwriteFields(json: JsonObject, from: JsonObject, except: string, overwrite: string): JsonObject {
  const taken = Object.entries(from).filter(([key]) => {
    if (key === except) return false;
    if (overwrite === "undefined") return !Object.hasOwn(json, key);
    if (overwrite === "blank") return json[key] === undefined || json[key] === null || json[key] === "";
    return true;
  });
  return { ...json, ...Object.fromEntries(taken) };
}
