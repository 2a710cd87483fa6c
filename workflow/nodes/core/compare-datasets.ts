import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { toPairedItem } from "./continue-on-fail.ts";
import { getField, parseFieldNames, setOwn, withField, withoutField } from "./fields/field-path.ts";
import {
  type FieldPair,
  groupByMatchKey,
  readFieldPairs,
  toEqualityKey,
  toMatchKey,
} from "./merge/match-fields.ts";
import { checkCombinations } from "./merge/merge-items.ts";

/** Compares two inputs. The outputs are: only in A, equal, different, only in B. */
export const COMPARE_DATASETS_NODE: NodeType = {
  types: ["n8n-nodes-base.compareDatasets"],
  versions: [1, 2, 2.1, 2.2, 2.3],
  inputs: () => 2,
  outputs: () => 4,
  execute: compare,
};

interface Comparison {
  pairs: readonly FieldPair[];
  skipped: readonly string[];
  dotNotation: boolean;
  isFuzzy: boolean;
}

function compare(context: NodeContext): Outputs {
  const [inA = [], inB = []] = context.inputs;
  const how: Comparison = {
    pairs: readFieldPairs(context, "mergeByFields.values"),
    skipped: parseFieldNames(context.parameter("options.skipFields", 0)),
    dotNotation: !context.flag("options.disableDotNotation", 0),
    isFuzzy: context.flag("fuzzyCompare", 0) || context.flag("options.fuzzyCompare", 0),
  };
  const isFirstOnly = context.text("options.multipleMatches", 0, "first") === "first";
  const namesA = how.pairs.map(({ field1 }) => field1);
  const namesB = how.pairs.map(({ field2 }) => field2);
  const groups = groupByMatchKey(inB, namesB, how);
  const [onlyA, same, different, onlyB]: [Item[], Item[], Item[], Item[]] = [[], [], [], []];
  const met = new Set<string>();
  for (const [index, item] of inA.entries()) {
    const key = toMatchKey(item.json, namesA, how);
    const matches = key === undefined ? undefined : groups.get(key);
    if (key === undefined || !matches) {
      onlyA.push(toPairedItem(item, index));
      continue;
    }
    if (isFirstOnly && met.has(key)) continue;
    met.add(key);
    const soFar = same.length + different.length;
    checkCombinations(context, soFar + (isFirstOnly ? 1 : matches.length), "options.multipleMatches");
    for (const number of isFirstOnly ? matches.slice(0, 1) : matches) {
      const other = inB[number] as Item;
      const pairedItem = [{ item: index }, { item: number, input: 1 }];
      const parts = compareFields(item.json, other.json, how);
      if (Object.keys(parts.different).length === 0) same.push({ ...item, pairedItem });
      else different.push({ ...resolveConflict(context, item, other, parts, how), pairedItem });
    }
  }
  for (const [index, item] of inB.entries()) {
    const key = toMatchKey(item.json, namesB, how);
    if (key === undefined || !met.has(key)) onlyB.push(toPairedItem(item, index, 1));
  }
  return [onlyA, same, different, onlyB];
}

interface Parts {
  same: JsonObject;
  different: { [field: string]: [JsonValue | undefined, JsonValue | undefined] };
  skipped: { [field: string]: [JsonValue | undefined, JsonValue | undefined] };
}

function compareFields(jsonA: JsonObject, jsonB: JsonObject, how: Comparison): Parts {
  const left = how.skipped.filter((field) => how.dotNotation && field.includes("."));
  const cut = (json: JsonObject) => left.reduce((kept, field) => withoutField(kept, field), json);
  const [cutA, cutB] = [cut(jsonA), cut(jsonB)];
  const matched = new Set(how.pairs.flatMap(({ field1, field2 }) => [field1, field2]));
  const parts: Parts = { same: {}, different: {}, skipped: {} };
  for (const field of new Set([...Object.keys(cutA), ...Object.keys(cutB)])) {
    if (matched.has(field)) continue;
    const a = Object.hasOwn(cutA, field) ? cutA[field] : undefined;
    const b = Object.hasOwn(cutB, field) ? cutB[field] : undefined;
    if (how.skipped.includes(field)) parts.skipped[field] = [a, b];
    else if (isEqual(a, b, how.isFuzzy)) setOwn(parts.same, field, a ?? null);
    else parts.different[field] = [a, b];
  }
  return parts;
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined, isFuzzy: boolean): boolean {
  if (!isFuzzy && (a === undefined || b === undefined)) return a === b;
  return toEqualityKey(a ?? null, isFuzzy) === toEqualityKey(b ?? null, isFuzzy);
}

function resolveConflict(context: NodeContext, a: Item, b: Item, parts: Parts, how: Comparison): Item {
  const resolve = context.text("resolve", 0, context.node.version < 2 ? "preferInput2" : "includeBoth");
  if (resolve === "preferInput1") return a;
  if (resolve === "preferInput2") return b;
  if (resolve === "mix") return mixItems(context, a, b, how.dotNotation);
  const keys: JsonObject = {};
  for (const { field1 } of how.pairs) setOwn(keys, field1, getField(a.json, field1, how.dotNotation) ?? null);
  const names = context.node.version < 2 ? (["input1", "input2"] as const) : (["inputA", "inputB"] as const);
  const json: JsonObject = { keys, same: parts.same, different: pairVersions(parts.different, names) };
  if (Object.keys(parts.skipped).length > 0) json.skipped = pairVersions(parts.skipped, names);
  return { json };
}

function pairVersions(fields: Parts["different"], [nameA, nameB]: readonly [string, string]): JsonObject {
  const json: JsonObject = {};
  for (const [field, [a, b]] of Object.entries(fields))
    setOwn(json, field, { [nameA]: a ?? null, [nameB]: b ?? null });
  return json;
}

function mixItems(context: NodeContext, a: Item, b: Item, dots: boolean): Item {
  const isA = context.text("preferWhenMix", 0, "input1") === "input1";
  const [preferred, other] = isA ? [a, b] : [b, a];
  const json = parseFieldNames(context.parameter("exceptWhenMix", 0)).reduce<JsonObject>((kept, field) => {
    const value = getField(other.json, field, dots);
    return value === undefined ? withoutField(kept, field, dots) : withField(kept, field, value, dots);
  }, preferred.json);
  return { ...preferred, json };
}
