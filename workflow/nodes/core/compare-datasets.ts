import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item, JsonObject } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeType, Outputs } from "../../model/node-type.ts";
import { toPairedItem } from "./continue-on-fail.ts";
import { getField, parseFieldNames, setOwn, withField, withoutField } from "./fields/field-path.ts";
import {
  checkFieldsExist,
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
    isFuzzy: context.flag(context.node.version < 2 ? "options.fuzzyCompare" : "fuzzyCompare", 0),
  };
  const isFirstOnly = context.text("options.multipleMatches", 0, "first") === "first";
  const namesA = how.pairs.map(({ field1 }) => field1);
  const namesB = how.pairs.map(({ field2 }) => field2);
  checkFields(context, inA, namesA, "Input A");
  checkFields(context, inB, namesB, "Input B");
  refuseDottedFields(context, how);
  const groups = groupByMatchKey(inB, namesB, { ...how, keepsMissing: how.isFuzzy });
  const [onlyA, same, different]: [Item[], Item[], Item[]] = [[], [], []];
  const matchedB = new Set<number>();
  for (const [index, item] of inA.entries()) {
    if (isIgnored(context, item)) continue;
    const key = toMatchKey(item.json, namesA, how);
    const matches = key === undefined ? undefined : groups.get(key);
    if (!matches) {
      onlyA.push(toPairedItem(item, index));
      continue;
    }
    const soFar = same.length + different.length;
    checkCombinations(context, soFar + (isFirstOnly ? 1 : matches.length), "options.multipleMatches");
    for (const number of isFirstOnly ? matches.slice(0, 1) : matches) {
      matchedB.add(number);
      const other = inB[number] as Item;
      const [a, b] = [toPairedItem(item, index), toPairedItem(other, number, 1)];
      const parts = compareFields(item.json, other.json, how);
      const isSame = Object.keys(parts.different).length === 0;
      if (isSame) same.push(how.isFuzzy && getResolution(context) === "preferInput2" ? b : a);
      else different.push(resolveConflict(context, a, b, parts, how));
    }
  }
  const onlyB = inB.flatMap((item, index) =>
    matchedB.has(index) || isIgnored(context, item) ? [] : [toPairedItem(item, index, 1)],
  );
  return [onlyA, same, different, onlyB];
}

function refuseDottedFields(context: NodeContext, how: Comparison): void {
  const dotted = how.dotNotation ? undefined : how.skipped.find((field) => field.includes("."));
  if (dotted !== undefined)
    throw context.failure(`Dot notation is disabled, but field to skip comparing '${dotted}' contains dot`, {
      field: "options.skipFields",
    });
}

/** Returns whether an item is left out: before version 2.3, items without fields are. */
const isIgnored = (context: NodeContext, { json }: Item) =>
  context.node.version < 2.3 && Object.keys(json).length === 0;

/** Before version 2.2, at least one item of an input must have the fields. */
function checkFields(context: NodeContext, items: readonly Item[], names: string[], input: string): void {
  const isChecked = context.node.version < 2.2 && items.some((item) => !isIgnored(context, item));
  if (isChecked) checkFieldsExist(context, items, names, input);
}

/** The version from which on different items are returned with both versions by default. */
const RETURNS_BOTH = 2.1;

const getResolution = (context: NodeContext) =>
  context.text("resolve", 0, context.node.version < RETURNS_BOTH ? "preferInput2" : "includeBoth");

interface Parts {
  same: JsonObject;
  different: { [field: string]: [JsonValue | undefined, JsonValue | undefined] };
  skipped: { [field: string]: [JsonValue | undefined, JsonValue | undefined] };
}

function compareFields(jsonA: JsonObject, jsonB: JsonObject, how: Comparison): Parts {
  const left = how.skipped.filter((field) => how.dotNotation && field.includes("."));
  const cut = (json: JsonObject) => left.reduce((kept, field) => withoutField(kept, field), json);
  const [cutA, cutB] = [cut(jsonA), cut(jsonB)];
  const parts: Parts = { same: {}, different: {}, skipped: {} };
  for (const field of new Set([...Object.keys(cutA), ...Object.keys(cutB)])) {
    const a = Object.hasOwn(cutA, field) ? cutA[field] : undefined;
    const b = Object.hasOwn(cutB, field) ? cutB[field] : undefined;
    if (how.skipped.includes(field)) parts.skipped[field] = [a, b];
    else if (isEqual(a, b, how.isFuzzy)) setOwn(parts.same, field, a ?? null);
    else parts.different[field] = [a, b];
  }
  const pick = (json: JsonObject) =>
    left.reduce<JsonObject>((picked, field) => {
      const value = getField(json, field);
      return value === undefined ? picked : withField(picked, field, value);
    }, {});
  const [leftA, leftB] = [pick(jsonA), pick(jsonB)];
  for (const field of new Set([...Object.keys(leftA), ...Object.keys(leftB)]))
    parts.skipped[field] = [leftA[field], leftB[field]];
  return parts;
}

function isEqual(a: JsonValue | undefined, b: JsonValue | undefined, isFuzzy: boolean): boolean {
  if (!isFuzzy && (a === undefined || b === undefined)) return a === b;
  return toEqualityKey(a ?? null, isFuzzy) === toEqualityKey(b ?? null, isFuzzy);
}

function resolveConflict(context: NodeContext, a: Item, b: Item, parts: Parts, how: Comparison): Item {
  const resolve = getResolution(context);
  if (resolve === "preferInput1") return a;
  if (resolve === "preferInput2") return b;
  if (resolve === "mix") return mixItems(context, a, b, how.dotNotation);
  const keys: JsonObject = {};
  for (const { field1 } of how.pairs) {
    const value = getField(a.json, field1, false);
    if (value !== undefined) setOwn(keys, field1, value);
  }
  const isFirstVersion = context.node.version < 2;
  const json: JsonObject = {
    keys,
    same: parts.same,
    different: pairVersions(parts.different, isFirstVersion),
  };
  if (Object.keys(parts.skipped).length > 0) json.skipped = pairVersions(parts.skipped, isFirstVersion);
  return { json, pairedItem: [a.pairedItem ?? [], b.pairedItem ?? []].flat() };
}

/** Returns the values of both inputs for each field. Version 1 has null for empty values. */
function pairVersions(fields: Parts["different"], isFirstVersion: boolean): JsonObject {
  const [nameA, nameB]: [string, string] = isFirstVersion ? ["input1", "input2"] : ["inputA", "inputB"];
  const fill = (value: JsonValue | undefined) => (isFirstVersion ? value || null : (value ?? null));
  const json: JsonObject = {};
  for (const [field, [a, b]] of Object.entries(fields))
    setOwn(json, field, { [nameA]: fill(a), [nameB]: fill(b) });
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
