import type { JsonObject } from "../../../workflow/model/item.ts";
import { HARD_VALUES, pickExpression, pickField } from "../item-data.ts";
import type { Random } from "../random.ts";
import type { NodeRecipe } from "./node-recipe.ts";

const OPERATIONS = {
  string: [
    "exists",
    "notExists",
    "empty",
    "notEmpty",
    "equals",
    "notEquals",
    "contains",
    "notContains",
    "startsWith",
    "notStartsWith",
    "endsWith",
    "notEndsWith",
    "regex",
    "notRegex",
  ],
  number: ["exists", "notExists", "empty", "notEmpty", "equals", "notEquals", "gt", "lt", "gte", "lte"],
  dateTime: [
    "exists",
    "notExists",
    "empty",
    "notEmpty",
    "equals",
    "notEquals",
    "after",
    "before",
    "afterOrEquals",
    "beforeOrEquals",
  ],
  boolean: ["exists", "notExists", "empty", "notEmpty", "true", "false", "equals", "notEquals"],
  array: [
    "exists",
    "notExists",
    "empty",
    "notEmpty",
    "contains",
    "notContains",
    "lengthEquals",
    "lengthNotEquals",
    "lengthGt",
    "lengthLt",
    "lengthGte",
    "lengthLte",
  ],
  object: ["exists", "notExists", "empty", "notEmpty"],
} as const;
type ConditionType = keyof typeof OPERATIONS;

const RIGHT: Readonly<Record<ConditionType, readonly (string | number | boolean | null)[]>> = {
  string: ["a", "b", "", "1", "Ada", "^a", "["],
  number: [1, 2, 0, "3", -1],
  dateTime: ["2024-01-31", "2024-02-29T12:30:00Z", 1714521600000, "x"],
  boolean: [true, false, "true"],
  array: ["[1]", "a", 1, 2],
  object: [""],
};
const UNARY = new Set(["exists", "notExists", "empty", "notEmpty", "true", "false"]);

function createCondition(random: Random, index: number, sources: readonly string[]): JsonObject {
  const type = random.pick(Object.keys(OPERATIONS) as ConditionType[]);
  const operation = random.pick<string>(OPERATIONS[type]);
  const rightType = operation.startsWith("length") ? "number" : type;
  const singleValue = UNARY.has(operation);
  return {
    id: String(index),
    leftValue: random.chance(0.92) ? pickExpression(random, sources) : random.pick(HARD_VALUES),
    rightValue: singleValue
      ? ""
      : random.chance(0.75)
        ? random.pick(RIGHT[rightType])
        : pickExpression(random, sources),
    operator: {
      type,
      operation,
      ...(singleValue && { singleValue: true }),
      ...(type === "array" &&
        !singleValue && { rightType: operation.startsWith("length") ? "number" : "any" }),
    },
  };
}

function createFilter(
  random: Random,
  version: number,
  sources: readonly string[],
  count = 1 + random.below(2),
): JsonObject {
  return {
    options: {
      caseSensitive: random.chance(0.7),
      leftValue: "",
      typeValidation: random.pick(["strict", "loose", "loose"]),
      ...(version >= 2.1 && { version: version >= 2.3 ? 3 : version >= 2.2 ? 2 : 1 }),
    },
    conditions: Array.from({ length: count }, (_, index) => createCondition(random, index, sources)),
    combinator: random.pick(["and", "or"]),
  };
}

const looseFlag = (random: Random, version: number): JsonObject =>
  version >= 2.1 && random.chance(0.5) ? { looseTypeValidation: random.chance(0.6) } : {};

const TYPED_OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  boolean: ["equal", "notEqual"],
  dateTime: ["after", "before"],
  number: ["smaller", "smallerEqual", "equal", "notEqual", "larger", "largerEqual", "isEmpty", "isNotEmpty"],
  string: [
    "contains",
    "notContains",
    "endsWith",
    "notEndsWith",
    "equal",
    "notEqual",
    "regex",
    "notRegex",
    "startsWith",
    "notStartsWith",
    "isEmpty",
    "isNotEmpty",
  ],
};

function createTypedLists(random: Random, sources: readonly string[]): JsonObject {
  const lists: JsonObject = {};
  for (const type of random.sample(["boolean", "dateTime", "number", "string", "string", "number"], 2))
    lists[type] = [
      {
        value1: pickExpression(random, sources),
        ...(random.chance(0.9) && { operation: random.pick(TYPED_OPERATIONS[type] ?? []) }),
        ...(random.chance(0.9) && { value2: random.pick(RIGHT[type as ConditionType]) }),
      },
    ];
  return lists;
}

const ifNode = (random: Random, version: number, sources: readonly string[]): JsonObject =>
  version < 2
    ? {
        conditions: createTypedLists(random, sources),
        ...(random.chance(0.4) && { combineOperation: "any" }),
      }
    : { conditions: createFilter(random, version, sources), ...looseFlag(random, version), options: {} };

const filter = (random: Random, version: number, sources: readonly string[]): JsonObject =>
  version < 2
    ? {
        conditions: createTypedLists(random, sources),
        ...(random.chance(0.4) && { combineConditions: "OR" }),
      }
    : { conditions: createFilter(random, version, sources), ...looseFlag(random, version), options: {} };

function switchNode(random: Random, version: number, sources: readonly string[]): JsonObject {
  if (version >= 3) {
    if (random.chance(0.2))
      return {
        mode: "expression",
        numberOutputs: 3,
        output: random.pick(["={{ $itemIndex % 3 }}", "={{ $json.value }}", "=1", 2]),
      };
    return {
      rules: {
        values: [0, 1].map(() => ({
          conditions: createFilter(random, version === 3.2 ? 2.2 : version === 3.1 ? 2.1 : 2, sources, 1),
        })),
      },
      ...(version >= 3.1 ? looseFlag(random, 2.1) : {}),
      options: {
        ...(random.chance(0.4) && { fallbackOutput: random.pick(["extra", "none", 0, 1]) }),
        ...(random.chance(0.3) && { allMatchingOutputs: true }),
        ...(random.chance(0.3) && { ignoreCase: true }),
      },
    };
  }
  if (random.chance(0.2))
    return { mode: "expression", output: random.pick(["={{ $itemIndex % 3 }}", "={{ $json.value }}", 1]) };
  const dataType = random.pick(["boolean", "dateTime", "number", "string"]);
  return {
    dataType,
    value1: pickExpression(random, sources),
    rules: {
      rules: [0, 1].map((output) => ({
        operation: random.pick((TYPED_OPERATIONS[dataType] ?? []).filter((name) => !name.startsWith("is"))),
        value2: random.pick(RIGHT[dataType as ConditionType]),
        ...(version < 2 ? { output } : { outputKey: `o${output}` }),
      })),
    },
    ...(random.chance(0.5) && {
      fallbackOutput: version < 2 ? random.pick([-1, 0, 3]) : random.pick([-1, 0, "extra"]),
    }),
  };
}

const BASE = "n8n-nodes-base.";

/** Nodes that divide items by conditions. */
export const BRANCHING: readonly NodeRecipe[] = [
  { type: `${BASE}if`, versions: [1, 2, 2.1, 2.2, 2.3], weight: 5, create: ifNode, outputs: () => 2 },
  { type: `${BASE}filter`, versions: [1, 2, 2.1, 2.2, 2.3], weight: 3, create: filter },
  {
    type: `${BASE}switch`,
    versions: [1, 2, 3, 3.1, 3.2],
    weight: 4,
    create: switchNode,
    outputs: (parameters, version) => (version < 2 ? 4 : parameters.mode === "expression" ? 3 : 2),
  },
];

const fieldPairs = (random: Random) => ({
  values: Array.from({ length: random.pick([1, 1, 2]) }, () => {
    const field1 = pickField(random);
    return { field1, field2: random.chance(0.8) ? field1 : pickField(random) };
  }),
});

const clashHandling = (random: Random, canPreferLast: boolean): JsonObject =>
  random.chance(0.45)
    ? {
        clashHandling: {
          values: {
            resolveClash: random.pick([
              ...["addSuffix", "preferInput1", "preferInput2"],
              ...(canPreferLast ? ["preferLast"] : []),
            ]),
            ...(random.chance(0.5) && { mergeMode: random.pick(["deepMerge", "shallowMerge"]) }),
            ...(random.chance(0.4) && { overrideEmpty: true }),
          },
        },
      }
    : {};

const matchOptions = (random: Random): JsonObject => ({
  ...(random.chance(0.15) && { disableDotNotation: true }),
  ...(random.chance(0.3) && { fuzzyCompare: true }),
  ...(random.chance(0.3) && { multipleMatches: random.pick(["all", "first"]) }),
});

const mergeV1 = (random: Random): JsonObject => {
  const mode = random.pick([
    "append",
    "keepKeyMatches",
    "mergeByIndex",
    "mergeByKey",
    "multiplex",
    "passThrough",
    "removeKeyMatches",
    "wait",
  ]);
  const field = pickField(random);
  return {
    mode,
    ...(mode === "mergeByIndex" && random.chance(0.7) && { join: random.pick(["inner", "left", "outer"]) }),
    ...(mode.includes("Key") && {
      propertyName1: field,
      propertyName2: random.chance(0.8) ? field : pickField(random),
    }),
    ...(mode === "mergeByKey" &&
      random.chance(0.5) && { overwrite: random.pick(["always", "blank", "undefined"]) }),
    ...(mode === "passThrough" && random.chance(0.6) && { output: random.pick(["input1", "input2"]) }),
  };
};

function merge(random: Random, version: number): JsonObject {
  if (version < 2) return mergeV1(random);
  const mode = random.pick(["append", "combine", "combine", "combine", "chooseBranch"]);
  const isOld = version < 3;
  if (mode === "append") return random.chance(0.3) && !isOld ? { numberInputs: 3 } : { mode };
  if (mode === "chooseBranch")
    return isOld
      ? { mode, output: random.pick(["input1", "input2", "empty"]) }
      : {
          mode,
          ...(random.chance(0.4) ? { output: "empty" } : { useDataOfInput: random.pick([1, 2, "2"]) }),
        };
  const by = random.pick(
    isOld
      ? ["mergeByFields", "mergeByPosition", "multiplex"]
      : ["combineByFields", "combineByPosition", "combineAll"],
  );
  const joinMode = random.pick([
    "keepMatches",
    "keepNonMatches",
    "keepEverything",
    "enrichInput1",
    "enrichInput2",
  ]);
  return {
    mode,
    [isOld ? "combinationMode" : "combineBy"]: by,
    ...(by.endsWith("ByFields") && {
      ...(isOld || random.chance(0.5)
        ? { ...(!isOld && { advanced: true }), mergeByFields: fieldPairs(random) }
        : {
            fieldsToMatchString: [pickField(random), ...(random.chance(0.3) ? [pickField(random)] : [])].join(
              ", ",
            ),
          }),
      ...(random.chance(0.8) && { joinMode }),
      ...(random.chance(0.5) && { outputDataFrom: random.pick(["both", "input1", "input2"]) }),
    }),
    options: {
      ...(by.endsWith("ByFields") && matchOptions(random)),
      ...clashHandling(random, by === "combineByPosition"),
      ...(by.endsWith("ByPosition") && random.chance(0.5) && { includeUnpaired: true }),
    },
  };
}

function compareDatasets(random: Random, version: number): JsonObject {
  // n8n changes its own input items in the mode "mix", so it is left out.
  const resolve = random.pick(["includeBoth", "preferInput1", "preferInput2"]);
  return {
    mergeByFields: fieldPairs(random),
    ...(random.chance(0.7) && { resolve }),
    ...(version >= 2 && random.chance(0.4) && { fuzzyCompare: random.chance(0.7) }),
    options: {
      ...(version < 2 && random.chance(0.4) && { fuzzyCompare: random.chance(0.7) }),
      ...(random.chance(0.15) && { disableDotNotation: true }),
      ...(random.chance(0.35) && { skipFields: pickField(random) }),
      ...(random.chance(0.4) && { multipleMatches: random.pick(["first", "all"]) }),
    },
  };
}

/** Nodes that combine two inputs. */
export const COMBINING: readonly NodeRecipe[] = [
  {
    type: `${BASE}merge`,
    versions: [1, 2, 2.1, 3, 3.1, 3.2],
    weight: 6,
    create: merge,
    inputs: (parameters) => (parameters.numberInputs === 3 ? 3 : 2),
  },
  {
    type: `${BASE}compareDatasets`,
    versions: [1, 2, 2.1, 2.2, 2.3],
    weight: 4,
    create: compareDatasets,
    inputs: () => 2,
    outputs: () => 4,
  },
];
