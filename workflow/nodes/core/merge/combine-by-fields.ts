import type { Item } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { toPairedItem } from "../continue-on-fail.ts";
import {
  checkFieldsExist,
  type FieldPair,
  groupByMatchKey,
  readFieldNames,
  readFieldPairs,
  toMatchKey,
} from "./match-fields.ts";
import {
  appendInputs,
  type ClashHandling,
  checkCombinations,
  combineParts,
  readClashHandling,
  withSuffix,
} from "./merge-items.ts";

interface Matches {
  /** Pairs of indexes of matching items. */
  pairs: [number, number][];
  unmatched1: number[];
  unmatched2: number[];
}

/** Merges items of two inputs that match by fields. */
export function combineByFields(context: NodeContext): Item[] {
  const [first = [], second = []] = context.inputs;
  const isSimple = context.node.version >= 3 && !context.flag("advanced", 0);
  const pairs = isSimple
    ? readFieldNames(context, "fieldsToMatchString")
    : readFieldPairs(context, "mergeByFields.values");
  if (context.node.version < 2.1) {
    const names = (field: "field1" | "field2") => pairs.map((pair) => pair[field]);
    checkFieldsExist(context, first, names("field1"), "Input 1");
    checkFieldsExist(context, second, names("field2"), "Input 2");
  }
  const matches = findMatches(context, first, second, pairs);
  const clash = readClashHandling(context);
  const joinMode = context.text("joinMode", 0, "keepMatches");
  const from = context.text("outputDataFrom", 0, "both");
  const selectUnmatched = (items: readonly Item[], numbers: readonly number[], input: number) =>
    numbers.map((number) => toPairedItem(items[number] as Item, number, input));
  const of1 = (numbers: readonly number[]) => selectUnmatched(first, numbers, 0);
  const of2 = (numbers: readonly number[]) => selectUnmatched(second, numbers, 1);
  if (joinMode === "keepMatches" && from === "input1")
    return of1(removeRepeated(matches.pairs.map(([one]) => one)));
  if (joinMode === "keepMatches" && from === "input2")
    return of2(removeRepeated(matches.pairs.map(([, two]) => two)));
  if (joinMode === "keepNonMatches") {
    if (from === "input1") return of1(matches.unmatched1);
    if (from === "input2") return of2(matches.unmatched2);
    if (first.length === 0 || second.length === 0) return appendInputs(context);
    return [
      ...of1(matches.unmatched1).map((item) => withSource(item, "input1")),
      ...of2(matches.unmatched2).map((item) => withSource(item, "input2")),
    ];
  }
  const matched = combinePairs(matches.pairs, first, second, applyPreference(clash, joinMode));
  const addSuffix = (items: Item[], input: number) =>
    clash.resolve === "addSuffix"
      ? items.map((item) => ({ ...item, json: withSuffix(item.json, input) }))
      : items;
  if (joinMode === "enrichInput1") return [...matched, ...addSuffix(of1(matches.unmatched1), 1)];
  if (joinMode === "enrichInput2") return [...matched, ...addSuffix(of2(matches.unmatched2), 2)];
  if (joinMode === "keepEverything")
    return [...matched, ...addSuffix(of1(matches.unmatched1), 1), ...addSuffix(of2(matches.unmatched2), 2)];
  return matched;
}

function removeRepeated(numbers: number[]): number[] {
  return [...new Set(numbers)].sort((one, other) => one - other);
}

function withSource(item: Item, source: string): Item {
  return { ...item, json: { ...item.json, _source: source } };
}

/** Returns the merge rules. When one input enriches the other, the values of the enriching input win by default. */
function applyPreference(clash: ClashHandling, joinMode: string): ClashHandling {
  return clash.resolve === undefined && joinMode === "enrichInput2"
    ? { ...clash, resolve: "preferInput1" }
    : clash;
}

function combinePairs(
  pairs: readonly [number, number][],
  first: readonly Item[],
  second: readonly Item[],
  clash: ClashHandling,
): Item[] {
  return pairs.map(([one, two]) =>
    combineParts(
      [
        { item: first[one] as Item, index: one, input: 0 },
        { item: second[two] as Item, index: two, input: 1 },
      ],
      clash,
    ),
  );
}

function findMatches(
  context: NodeContext,
  first: readonly Item[],
  second: readonly Item[],
  fields: readonly FieldPair[],
): Matches {
  const rules = {
    dotNotation: !context.flag("options.disableDotNotation", 0),
    isFuzzy: context.flag("options.fuzzyCompare", 0),
  };
  const isFirstOnly = context.text("options.multipleMatches", 0, "all") === "first";
  const groups = groupByMatchKey(
    second,
    fields.map(({ field2 }) => field2),
    rules,
  );
  const names1 = fields.map(({ field1 }) => field1);
  const pairs: [number, number][] = [];
  const unmatched1: number[] = [];
  const usedIndexes = new Set<number>();
  for (const [one, { json }] of first.entries()) {
    const key = toMatchKey(json, names1, rules);
    const found = key === undefined ? undefined : groups.get(key);
    if (!found) {
      unmatched1.push(one);
      continue;
    }
    checkCombinations(context, pairs.length + (isFirstOnly ? 1 : found.length), "options.multipleMatches");
    for (const two of isFirstOnly ? found.slice(0, 1) : found) {
      pairs.push([one, two]);
      usedIndexes.add(two);
    }
  }
  return { pairs, unmatched1, unmatched2: [...second.keys()].filter((two) => !usedIndexes.has(two)) };
}
