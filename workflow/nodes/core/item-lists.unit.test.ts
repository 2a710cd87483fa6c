import { describe } from "vitest";
import { nodeCases } from "./core-cases.fixture.ts";
import { ITEM_LISTS_NODE } from "./item-lists.ts";

const ORDER = {
  id: 7,
  lines: [{ sku: "a" }, { sku: "b" }],
  tags: ["x", "y", "z"],
  meta: { who: "Ada", at: 1 },
};

describe("Item Lists", () => {
  const items = [
    { a: 2, s: "b" },
    { a: 1, s: "a" },
    { a: 2, s: "c" },
  ];
  nodeCases(ITEM_LISTS_NODE, [
    {
      name: "version 1 splits a list out",
      version: 1,
      items: [ORDER],
      parameters: { fieldToSplitOut: "tags" },
      gives: [[{ tags: "x" }, { tags: "y" }, { tags: "z" }]],
    },
    {
      name: "version 1 splits a list out and keeps listed fields",
      version: 1,
      items: [ORDER],
      parameters: {
        fieldToSplitOut: "lines",
        include: "selectedOtherFields",
        fieldsToInclude: { fields: [{ fieldName: "id" }] },
      },
      gives: [
        [
          { id: 7, lines: { sku: "a" } },
          { id: 7, lines: { sku: "b" } },
        ],
      ],
    },
    {
      name: "version 1 refuses a missing field",
      version: 1,
      items: [ORDER],
      parameters: { fieldToSplitOut: "none" },
      fails: "Couldn't find the field 'none' in the input data",
    },
    {
      name: "version 3 returns nothing for a missing field",
      version: 3,
      items: [ORDER],
      parameters: { fieldToSplitOut: "none" },
      gives: [[]],
    },
    {
      name: "version 2 aggregates items",
      version: 2,
      items,
      parameters: { operation: "aggregateItems", aggregate: "aggregateAllItemData" },
      gives: [[{ data: items }]],
    },
    {
      name: "version 3 concatenates items",
      version: 3,
      items,
      parameters: {
        operation: "concatenateItems",
        fieldsToAggregate: { fieldToAggregate: [{ fieldToAggregate: "a" }] },
      },
      gives: [[{ a: [2, 1, 2] }]],
    },
    {
      name: "version 1 removes duplicates by a list of fields",
      version: 1,
      items,
      parameters: {
        operation: "removeDuplicates",
        compare: "selectedFields",
        fieldsToCompare: { fields: [{ fieldName: "a" }] },
        options: { removeOtherFields: true },
      },
      gives: [[{ a: 2 }, { a: 1 }]],
    },
    {
      name: "version 3 removes duplicates",
      version: 3.1,
      items,
      parameters: { operation: "removeDuplicates", compare: "allFieldsExcept", fieldsToExclude: "s" },
      gives: [
        [
          { a: 2, s: "b" },
          { a: 1, s: "a" },
        ],
      ],
    },
    {
      name: "version 1 sorts items",
      version: 1,
      items,
      parameters: { operation: "sort", sortFieldsUi: { sortField: [{ fieldName: "s" }] } },
      gives: [
        [
          { a: 1, s: "a" },
          { a: 2, s: "b" },
          { a: 2, s: "c" },
        ],
      ],
    },
    {
      name: "version 2 limits items",
      version: 2.1,
      items,
      parameters: { operation: "limit", maxItems: 1, keep: "lastItems" },
      gives: [[{ a: 2, s: "c" }]],
    },
    {
      name: "version 3 summarizes items",
      version: 3,
      items,
      parameters: {
        operation: "summarize",
        fieldsToSummarize: { values: [{ aggregation: "sum", field: "a" }] },
      },
      gives: [[{ sum_a: 5 }]],
    },
    {
      name: "refuses an unknown operation",
      version: 3,
      items,
      parameters: { operation: "shake" },
      fails: {
        message:
          "Unknown operation 'shake'. Use aggregateItems, concatenateItems, limit, removeDuplicates, sort, splitOutItems or summarize",
        field: "operation",
      },
    },
    {
      name: "version 1 splits out lists only",
      version: 1,
      items: [{ x: { a: 1 } }],
      parameters: { fieldToSplitOut: "x" },
      fails: "The provided field 'x' is not an array",
    },
    {
      name: "version 2.1 splits out lists and objects, and nothing of a missing field",
      version: 2.1,
      items: [{ x: { a: 1 } }, {}],
      parameters: { fieldToSplitOut: "x" },
      gives: [[{ x: 1 }]],
    },
    {
      name: "version 2.1 refuses other values",
      version: 2.1,
      items: [{ x: 1 }],
      parameters: { fieldToSplitOut: "x" },
      fails: "The provided field 'x' is not an array or object",
    },
    {
      name: "version 2.2 passes other values on",
      version: 2.2,
      items: [{ x: 1 }],
      parameters: { fieldToSplitOut: "x" },
      gives: [[{ x: 1 }]],
    },
    {
      name: "passes its input on if it fails and continues on errors",
      version: 2,
      items,
      node: { onError: "continueRegularOutput" },
      parameters: { fieldToSplitOut: "none" },
      gives: [items],
    },
    {
      name: "refuses null next to a number before version 3.1",
      version: 3,
      items: [{ a: 1 }, { a: null }],
      parameters: { operation: "removeDuplicates", compare: "selectedFields", fieldsToCompare: "a" },
      fails: "'a' isn't always the same type",
    },
    {
      name: "groups null and its text, and sums a field that no item has, from version 2.1 on",
      version: 2.1,
      items: [{ g: null }, { g: "null" }],
      parameters: {
        operation: "summarize",
        fieldsToSummarize: { values: [{ aggregation: "sum", field: "none" }] },
        fieldsToSplitBy: "g",
      },
      gives: [[{ g: "null", sum_none: 0 }]],
    },
  ]);
});
