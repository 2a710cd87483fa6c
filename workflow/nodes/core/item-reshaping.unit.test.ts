import { describe } from "vitest";
import { AGGREGATE_NODE } from "./aggregate.ts";
import { nodeCases } from "./core-cases.fixture.ts";
import { LIMIT_NODE } from "./limit.ts";
import { RENAME_KEYS_NODE } from "./rename-keys.ts";
import { SPLIT_OUT_NODE } from "./split-out.ts";

const ORDER = {
  id: 7,
  lines: [{ sku: "a" }, { sku: "b" }],
  tags: ["x", "y", "z"],
  meta: { who: "Ada", at: 1 },
};

describe("Split Out", () => {
  nodeCases(SPLIT_OUT_NODE, [
    {
      name: "creates an item from each object",
      version: 1,
      items: [ORDER],
      parameters: { fieldToSplitOut: "lines" },
      gives: [[{ sku: "a" }, { sku: "b" }]],
    },
    {
      name: "names values after their field",
      version: 1,
      items: [ORDER],
      parameters: { fieldToSplitOut: "tags" },
      gives: [[{ tags: "x" }, { tags: "y" }, { tags: "z" }]],
    },
    {
      name: "keeps all other fields",
      version: 1,
      items: [{ id: 1, lines: [{ sku: "a" }] }],
      parameters: { fieldToSplitOut: "lines", include: "allOtherFields" },
      gives: [[{ id: 1, lines: { sku: "a" } }]],
    },
    {
      name: "keeps selected fields under the chosen name",
      version: 1,
      items: [ORDER],
      parameters: {
        fieldToSplitOut: "lines",
        include: "selectedOtherFields",
        fieldsToInclude: "id, meta.who",
        options: { destinationFieldName: "line" },
      },
      gives: [
        [
          { id: 7, "meta.who": "Ada", line: { sku: "a" } },
          { id: 7, "meta.who": "Ada", line: { sku: "b" } },
        ],
      ],
    },
    {
      name: "splits two fields in parallel",
      version: 1,
      items: [ORDER],
      parameters: { fieldToSplitOut: "lines, tags", options: { destinationFieldName: "l,t" } },
      gives: [[{ l: { sku: "a" }, t: "x" }, { l: { sku: "b" }, t: "y" }, { t: "z" }]],
    },
    {
      name: "splits the values of an object",
      version: 1,
      items: [ORDER],
      parameters: { fieldToSplitOut: "meta" },
      gives: [[{ meta: "Ada" }, { meta: 1 }]],
    },
    {
      name: "treats a single value as a list with one entry",
      version: 1,
      items: [ORDER],
      parameters: { fieldToSplitOut: "id" },
      gives: [[{ id: 7 }]],
    },
    {
      name: "returns nothing for a missing field",
      version: 1,
      items: [ORDER, { none: 1 }],
      parameters: { fieldToSplitOut: "none.of" },
      gives: [[]],
    },
    {
      name: "refuses fewer destination names than fields",
      version: 1,
      items: [ORDER],
      parameters: { fieldToSplitOut: "lines,tags", options: { destinationFieldName: "l" } },
      fails: "If multiple fields to split out are given, the same number of destination fields must be given",
    },
  ]);
});

describe("Aggregate", () => {
  const items = [
    { a: 1, d: { e: "x" }, l: [1] },
    { a: null, l: [2, null] },
    { a: 3, d: { e: "y" } },
  ];
  const one = (fieldToAggregate: string, more = {}) => ({
    fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate, ...more }] },
  });
  nodeCases(AGGREGATE_NODE, [
    {
      name: "lists a field without empty values",
      version: 1,
      items,
      parameters: one("a"),
      gives: [[{ a: [1, 3] }]],
    },
    {
      name: "names a nested field by its last name",
      version: 1,
      items,
      parameters: one("d.e"),
      gives: [[{ e: ["x", "y"] }]],
    },
    {
      name: "renames a field, and keeps missing values",
      version: 1,
      items,
      parameters: {
        ...one("d.e", { renameField: true, outputFieldName: "all" }),
        options: { keepMissing: true },
      },
      gives: [[{ all: ["x", null, "y"] }]],
    },
    {
      name: "joins lists",
      version: 1,
      items,
      parameters: { ...one("l"), options: { mergeLists: true } },
      gives: [[{ l: [1, 2] }]],
    },
    {
      name: "creates lists of lists",
      version: 1,
      items,
      parameters: one("l"),
      gives: [[{ l: [[1], [2, null]] }]],
    },
    {
      name: "puts all items into one field",
      version: 1,
      items: [{ a: 1 }, { b: 2 }],
      parameters: { aggregate: "aggregateAllItemData" },
      gives: [[{ data: [{ a: 1 }, { b: 2 }] }]],
    },
    {
      name: "puts selected fields of all items into one field",
      version: 1,
      items: [{ a: 1, b: 1 }, { b: 2 }],
      parameters: {
        aggregate: "aggregateAllItemData",
        destinationFieldName: "all",
        include: "specifiedFields",
        fieldsToInclude: "a",
      },
      gives: [[{ all: [{ a: 1 }] }]],
    },
    {
      name: "omits excluded fields",
      version: 1,
      items: [{ a: 1, b: 1 }, { b: 2 }],
      parameters: { aggregate: "aggregateAllItemData", include: "allFieldsExcept", fieldsToExclude: "b" },
      gives: [[{ data: [{ a: 1 }] }]],
    },
    { name: "fails if no field is selected", version: 1, items, fails: "No fields specified" },
    {
      name: "refuses two output fields of the same name",
      version: 1,
      items,
      parameters: {
        fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: "a" }, { fieldToAggregate: "d.a" }] },
      },
      fails: "The 'a' output field is used more than once",
    },
  ]);
});

describe("Limit", () => {
  const items = [{ n: 1 }, { n: 2 }, { n: 3 }];
  nodeCases(LIMIT_NODE, [
    { name: "keeps one item", version: 1, items, gives: [[{ n: 1 }]] },
    {
      name: "keeps the first items",
      version: 1,
      items,
      parameters: { maxItems: 2 },
      gives: [[{ n: 1 }, { n: 2 }]],
    },
    {
      name: "keeps the last items",
      version: 1,
      items,
      parameters: { maxItems: 2, keep: "lastItems" },
      gives: [[{ n: 2 }, { n: 3 }]],
    },
    {
      name: "keeps all items if there are fewer",
      version: 1,
      items,
      parameters: { maxItems: 9 },
      gives: [items],
    },
  ]);
});

describe("Rename Keys", () => {
  const keys = (...key: { currentKey: string; newKey: string }[]) => ({ keys: { key } });
  const pattern = (more: object) => ({
    additionalOptions: { regexReplacement: { replacements: [{ ...more }] } },
  });
  nodeCases(RENAME_KEYS_NODE, [
    {
      name: "renames fields",
      version: 1,
      items: [{ a: 1, b: 2 }, { b: 3 }],
      parameters: keys({ currentKey: "a", newKey: "c" }),
      gives: [[{ b: 2, c: 1 }, { b: 3 }]],
    },
    {
      name: "renames nested fields",
      version: 1,
      items: [{ a: { b: 1, c: 2 } }],
      parameters: keys({ currentKey: "a.b", newKey: "d.e" }),
      gives: [[{ a: { c: 2 }, d: { e: 1 } }]],
    },
    {
      name: "renames by a regular expression at every level",
      version: 1,
      items: [{ a_x: { a_y: [{ a_z: 1 }] } }],
      parameters: pattern({ searchRegex: "^a_", replaceRegex: "b-" }),
      gives: [[{ "b-x": { "b-y": [{ "b-z": 1 }] } }]],
    },
    {
      name: "renames by a regular expression at the top level",
      version: 1,
      items: [{ A_x: { a_y: 1 } }],
      parameters: pattern({
        searchRegex: "^a_(.)",
        replaceRegex: "$1",
        options: { caseInsensitive: true, depth: 0 },
      }),
      gives: [[{ x: { a_y: 1 } }]],
    },
    {
      name: "refuses an invalid regular expression",
      version: 1,
      items: [{}],
      parameters: pattern({ searchRegex: "(" }),
      fails: "Invalid regular expression: /(/: Unterminated group",
    },
  ]);
});
