import type { JsonObject } from "../../../workflow/model/item.ts";
import { FIELDS, HARD_VALUES, pickExpression, pickField } from "../item-data.ts";
import type { Random } from "../random.ts";
import type { NodeRecipe } from "./node-recipe.ts";

const pickPlainField = (random: Random) => (random.chance(0.85) ? pickField(random) : random.pick(FIELDS));
const pickFields = (random: Random, most = 3) =>
  Array.from({ length: 1 + random.below(most) }, () => pickPlainField(random));
const joinFields = (random: Random) => pickFields(random).join(random.pick([",", ", "]));

const withDots = (random: Random, options: JsonObject = {}): JsonObject =>
  random.chance(0.15) ? { ...options, disableDotNotation: true } : options;

const createSummaryFields = (random: Random) => ({
  values: pickFields(random).map((field) => {
    const aggregation = random.pick([
      ...["append", "average", "concatenate", "count", "countUnique", "max", "min", "sum", "sum"],
    ]);
    const separateBy = random.pick([",", ", ", "\n", "", "other"]);
    return {
      aggregation,
      field,
      ...(random.chance(0.4) && { includeEmpty: random.chance(0.7) }),
      ...(aggregation === "concatenate" && {
        separateBy,
        ...(separateBy === "other" && { customSeparator: "|" }),
      }),
    };
  }),
});

const summarize = (random: Random): JsonObject => ({
  fieldsToSummarize: createSummaryFields(random),
  ...(random.chance(0.65) && { fieldsToSplitBy: joinFields(random) }),
  options: {
    ...withDots(random),
    ...(random.chance(0.25) && { outputFormat: "singleItem" }),
    ...(random.chance(0.3) && { skipEmptySplitFields: true }),
    ...(random.chance(0.3) && { continueIfFieldNotFound: true }),
  },
});

const sort = (random: Random): JsonObject => ({
  sortFieldsUi: {
    sortField: pickFields(random, 2).map((fieldName) => ({
      fieldName,
      order: random.pick(["ascending", "descending"]),
    })),
  },
  options: withDots(random),
});

const limit = (random: Random): JsonObject => ({
  maxItems: random.pick([0, 1, 2, 3, 10]),
  ...(random.chance(0.5) && { keep: random.pick(["firstItems", "lastItems"]) }),
});

const splitOut = (random: Random): JsonObject => {
  const fields = random.chance(0.7) ? [random.pick(["list", "list", "nested", "value"])] : pickFields(random);
  return {
    fieldToSplitOut: fields.join(", "),
    ...(random.chance(0.5) && {
      include: random.pick(["allOtherFields", "selectedOtherFields", "noOtherFields"]),
      fieldsToInclude: joinFields(random),
    }),
    options: {
      ...withDots(random),
      ...(random.chance(0.3) && { destinationFieldName: fields.map((_, index) => `out${index}`).join(",") }),
    },
  };
};

const aggregateIndividual = (random: Random): JsonObject => ({
  fieldsToAggregate: {
    fieldToAggregate: pickFields(random).map((fieldToAggregate) => ({
      fieldToAggregate,
      ...(random.chance(0.3) && { renameField: true, outputFieldName: random.pick(["out", "o.p", ""]) }),
    })),
  },
  options: {
    ...withDots(random),
    ...(random.chance(0.3) && { mergeLists: true }),
    ...(random.chance(0.3) && { keepMissing: true }),
  },
});

const aggregateAll = (random: Random): JsonObject => ({
  aggregate: "aggregateAllItemData",
  ...(random.chance(0.5) && { destinationFieldName: random.pick(["all", "a.b"]) }),
  ...(random.chance(0.6) && {
    include: random.pick(["allFields", "specifiedFields", "allFieldsExcept"]),
    fieldsToInclude: joinFields(random),
    fieldsToExclude: joinFields(random),
  }),
  options: {},
});

const removeDuplicates = (random: Random): JsonObject => {
  const compare = random.pick(["allFields", "allFieldsExcept", "selectedFields", "selectedFields"]);
  return {
    compare,
    ...(compare === "allFieldsExcept" && { fieldsToExclude: joinFields(random) }),
    ...(compare === "selectedFields" && { fieldsToCompare: joinFields(random) }),
    options: { ...withDots(random), ...(random.chance(0.3) && { removeOtherFields: true }) },
  };
};

const toList = (random: Random) => ({ fields: pickFields(random).map((fieldName) => ({ fieldName })) });

/** Item Lists before version 3 lists names as objects. */
function itemLists(random: Random, version: number): JsonObject {
  const operation = random.pick([
    ...[
      "splitOutItems",
      version < 3 ? "aggregateItems" : "concatenateItems",
      "removeDuplicates",
      "sort",
      "limit",
    ],
    ...(version >= 2.1 ? ["summarize"] : []),
  ]);
  const makers: Record<string, () => JsonObject> = {
    splitOutItems: () => splitOut(random),
    aggregateItems: () => (random.chance(0.5) ? aggregateIndividual(random) : aggregateAll(random)),
    concatenateItems: () => (random.chance(0.5) ? aggregateIndividual(random) : aggregateAll(random)),
    removeDuplicates: () => removeDuplicates(random),
    sort: () => sort(random),
    limit: () => limit(random),
    summarize: () => summarize(random),
  };
  const parameters = makers[operation]?.() ?? {};
  if (version >= 3) return { ...parameters, operation };
  const listed = ["fieldsToInclude", "fieldsToExclude", "fieldsToCompare"].filter(
    (name) => name in parameters,
  );
  return { ...parameters, operation, ...Object.fromEntries(listed.map((name) => [name, toList(random)])) };
}

const renameKeys = (random: Random): JsonObject => ({
  keys: {
    key: pickFields(random, 2).map((currentKey) => ({
      currentKey,
      newKey: random.pick(["renamed", "n.m", "name", currentKey]),
    })),
  },
  ...(random.chance(0.3) && {
    additionalOptions: {
      regexReplacement: {
        replacements: [
          {
            searchRegex: random.pick(["^n", "[aeiou]", "(.)e", "x", "A"]),
            replaceRegex: random.pick(["_", "$1$1", ""]),
            options: {
              ...(random.chance(0.5) && { depth: random.pick([-1, 0, 1]) }),
              caseInsensitive: random.chance(0.4),
            },
          },
        ],
      },
    },
  }),
});

const typedValue = (
  random: Random,
  sources: readonly string[],
  usual: readonly (string | number | boolean)[],
) =>
  random.chance(0.5)
    ? pickExpression(random, sources)
    : random.chance(0.8)
      ? random.pick(usual)
      : random.pick(HARD_VALUES.filter((value) => typeof value !== "object" || value === null));

/** Names that a Set node assigns. */
const pickTarget = (random: Random) =>
  random.pick(["out", "name", "value", "nested.city", "a.b", "list[1]", "x.y.z", "new one"]);

function setValues(random: Random, _version: number, sources: readonly string[]): JsonObject {
  const values: JsonObject = {};
  for (const [type, usual] of [
    ["string", ["a", "", "1"]],
    ["number", [1, 0, 2.5]],
    ["boolean", [true, false]],
  ] as const)
    if (random.chance(0.6))
      values[type] = [
        {
          name: pickTarget(random),
          ...(random.chance(0.9) && { value: typedValue(random, sources, usual) }),
        },
      ];
  return {
    values,
    ...(random.chance(0.4) && { keepOnlySet: true }),
    options: random.chance(0.2) ? { dotNotation: random.chance(0.5) } : {},
  };
}

const TYPES = ["string", "number", "boolean", "array", "object"] as const;
const USUAL: Readonly<Record<(typeof TYPES)[number], readonly (string | number | boolean)[]>> = {
  string: ["a", "", "1", "{{ x }}"],
  number: [1, 0, "2", "abc"],
  boolean: [true, false, "true", "0"],
  array: ["[1,2]", "[]", "x"],
  object: ['{"a": 1}', "{}", "[1]"],
};

function includeOptions(random: Random, version: number): JsonObject {
  const include = random.pick(["all", "none", "selected", "except"]);
  const names = { includeFields: joinFields(random), excludeFields: joinFields(random) };
  if (version < 3.3) return random.chance(0.7) ? { include, ...names } : {};
  return random.chance(0.7)
    ? { includeOtherFields: true, ...(include !== "none" && { include }), ...names }
    : {};
}

function editFields(random: Random, version: number, sources: readonly string[]): JsonObject {
  const options = {
    ...(random.chance(0.2) && { dotNotation: random.chance(0.5) }),
    ...(random.chance(0.4) && { ignoreConversionErrors: true }),
  };
  if (random.chance(0.2)) {
    const field = random.pick(["name", "value", "nested", "list"]);
    return {
      mode: "raw",
      jsonOutput: random.pick([
        '{"a": 1, "b": {"c": [1]}}',
        `={"v": {{ JSON.stringify($json.${field}) }}}`,
        `={{ { v: $json.${field} } }}`,
        `={{ $json }}`,
        `={"v": "{{ $json.${field} }}"}`,
        `={"v": {{ $json.${field} }} }`,
        "[1]",
        "{a: 1}",
        "",
      ]),
      ...includeOptions(random, version),
      options,
    };
  }
  const fields = Array.from({ length: 1 + random.below(3) }, (_, index) => {
    const type = random.pick(TYPES);
    const value = typedValue(random, sources, USUAL[type]);
    const name = pickTarget(random);
    return version < 3.3
      ? { name, type: `${type}Value`, [`${type}Value`]: value }
      : { id: String(index), name, type, value };
  });
  return {
    ...(version < 3.3 ? { fields: { values: fields } } : { assignments: { assignments: fields } }),
    ...includeOptions(random, version),
    options,
  };
}

const BASE = "n8n-nodes-base.";

/** Nodes that reshape, select and sort items. */
export const RESHAPING: readonly NodeRecipe[] = [
  { type: `${BASE}set`, versions: [1, 2], weight: 2, create: setValues },
  { type: `${BASE}set`, versions: [3, 3.1, 3.2, 3.3, 3.4], weight: 4, create: editFields },
  { type: `${BASE}sort`, versions: [1], weight: 2, create: sort },
  { type: `${BASE}limit`, versions: [1], weight: 1, create: limit },
  { type: `${BASE}splitOut`, versions: [1], weight: 2, create: splitOut },
  {
    type: `${BASE}aggregate`,
    versions: [1],
    weight: 2,
    create: (random) => (random.chance(0.5) ? aggregateIndividual(random) : aggregateAll(random)),
  },
  { type: `${BASE}summarize`, versions: [1, 1.1], weight: 3, create: summarize },
  { type: `${BASE}removeDuplicates`, versions: [1, 1.1], weight: 2, create: removeDuplicates },
  {
    type: `${BASE}removeDuplicates`,
    versions: [2],
    weight: 1,
    create: (random) => ({ operation: "removeDuplicateInputItems", ...removeDuplicates(random) }),
  },
  { type: `${BASE}itemLists`, versions: [1, 2, 2.1, 2.2, 3, 3.1], weight: 4, create: itemLists },
  { type: `${BASE}renameKeys`, versions: [1], weight: 1, create: renameKeys },
  { type: `${BASE}noOp`, versions: [1], weight: 0.5, create: () => ({}) },
];
