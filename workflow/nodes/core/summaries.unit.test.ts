import { describe } from "vitest";
import { COMPARE_DATASETS_NODE } from "./compare-datasets.ts";
import { nodeCases } from "./core-cases.fixture.ts";
import { SUMMARIZE_NODE } from "./summarize.ts";

describe("Summarize", () => {
  const items = [
    { city: "Rome", year: 1, sold: 3, who: "a" },
    { city: "Oslo", year: 1, sold: 5, who: "b" },
    { city: "Rome", year: 2, sold: null, who: "a" },
    { city: "Rome", year: 1, sold: 4, who: "" },
  ];
  const toFields = (...values: object[]) => ({
    fieldsToSummarize: { values: values.map((value) => ({ ...value })) },
  });
  nodeCases(SUMMARIZE_NODE, [
    {
      name: "summarizes all items",
      version: 1.1,
      items,
      parameters: toFields(
        { field: "sold" },
        { aggregation: "sum", field: "sold" },
        { aggregation: "average", field: "sold" },
        { aggregation: "min", field: "sold" },
        { aggregation: "max", field: "sold" },
        { aggregation: "countUnique", field: "city" },
        { aggregation: "append", field: "who" },
        {
          aggregation: "concatenate",
          field: "who",
          separateBy: "other",
          customSeparator: "+",
          includeEmpty: true,
        },
      ),
      gives: [
        [
          {
            count_sold: 3,
            sum_sold: 12,
            average_sold: 4,
            min_sold: 3,
            max_sold: 5,
            unique_count_city: 2,
            appended_who: ["a", "b", "a"],
            concatenated_who: "a+b+a+",
          },
        ],
      ],
    },
    {
      name: "groups items by a field",
      version: 1,
      items,
      parameters: { ...toFields({ aggregation: "sum", field: "sold" }), fieldsToSplitBy: "city" },
      gives: [
        [
          { city: "Rome", sum_sold: 7 },
          { city: "Oslo", sum_sold: 5 },
        ],
      ],
    },
    {
      name: "groups items by two fields, in one item",
      version: 1.1,
      items,
      parameters: {
        ...toFields({ aggregation: "sum", field: "sold" }),
        fieldsToSplitBy: "city, year",
        options: { outputFormat: "singleItem" },
      },
      gives: [[{ Rome: { 1: { sum_sold: 7 }, 2: { sum_sold: 0 } }, Oslo: { 1: { sum_sold: 5 } } }]],
    },
    {
      name: "writes dots and spaces of names as _",
      version: 1.1,
      items: [{ a: { "b c": 1 } }],
      parameters: toFields({ aggregation: "sum", field: "a.b c" }),
      gives: [[{ sum_a_b_c: 1 }]],
    },
    {
      name: "version 1 refuses a field that no item has",
      version: 1,
      items,
      parameters: toFields({ aggregation: "sum", field: "none" }),
      fails: "The field 'none' does not exist in any items",
    },
    {
      name: "version 1.1 continues without the missing field",
      version: 1.1,
      items,
      parameters: toFields({ aggregation: "sum", field: "none" }),
      gives: [[{ sum_none: 0 }]],
    },
    {
      name: "keeps groups of null, of missing and of written values apart",
      version: 1.1,
      items: [
        { g: null, n: 1 },
        { n: 2 },
        { g: "undefined", n: 4 },
        { g: 1, n: 8 },
        { g: "1", n: 16 },
        { g: [1], n: 32 },
        { g: "null", n: 64 },
      ],
      parameters: {
        fieldsToSummarize: { values: [{ aggregation: "sum", field: "n" }] },
        fieldsToSplitBy: "g",
      },
      gives: [
        [
          { g: null, sum_n: 1 },
          { sum_n: 2 },
          { g: "undefined", sum_n: 4 },
          { g: 1, sum_n: 8 },
          { g: "1", sum_n: 16 },
          { g: "[1]", sum_n: 32 },
          { g: "null", sum_n: 64 },
        ],
      ],
    },
    {
      name: "version 1 groups values by their text",
      version: 1,
      items: [
        { g: null, n: 1 },
        { n: 2 },
        { g: "undefined", n: 4 },
        { g: 1, n: 8 },
        { g: "1", n: 16 },
        { g: [1], n: 32 },
        { g: "null", n: 64 },
      ],
      parameters: {
        fieldsToSummarize: { values: [{ aggregation: "sum", field: "n" }] },
        fieldsToSplitBy: "g",
        options: { outputFormat: "singleItem" },
      },
      gives: [[{ null: { sum_n: 65 }, undefined: { sum_n: 6 }, 1: { sum_n: 24 }, "[1]": { sum_n: 32 } }]],
    },
  ]);
});

describe("Compare Datasets", () => {
  const inputs = [
    [
      { id: 1, a: 1, b: 1 },
      { id: 2, a: 2 },
      { id: 3, a: 3 },
    ],
    [{ id: 2, a: 2 }, { id: 1, a: "1", b: 1, c: 5 }, { id: 4 }],
  ];
  const match = (more = {}) => ({ mergeByFields: { values: [{ field1: "id", field2: "id" }] }, ...more });
  const [A, SAME, B] = [[{ id: 3, a: 3 }], [{ id: 2, a: 2 }], [{ id: 4 }]];
  nodeCases(COMPARE_DATASETS_NODE, [
    {
      name: "returns both versions of different items",
      version: 2.3,
      inputs,
      parameters: match(),
      gives: [
        A,
        SAME,
        [
          {
            keys: { id: 1 },
            same: { id: 1, b: 1 },
            different: { a: { inputA: 1, inputB: "1" }, c: { inputA: null, inputB: 5 } },
          },
        ],
        B,
      ],
    },
    {
      name: "returns the version of input A",
      version: 2.3,
      inputs,
      parameters: match({ resolve: "preferInput1" }),
      gives: [A, SAME, [{ id: 1, a: 1, b: 1 }], B],
    },
    {
      name: "version 1 returns the version of input B by default",
      version: 1,
      inputs,
      parameters: match(),
      gives: [A, SAME, [{ id: 1, a: "1", b: 1, c: 5 }], B],
    },
    {
      name: "mixes fields of both versions",
      version: 2,
      inputs,
      parameters: match({ resolve: "mix", preferWhenMix: "input2", exceptWhenMix: "a" }),
      gives: [A, SAME, [{ id: 1, a: 1, b: 1, c: 5 }], B],
    },
    {
      name: "ignores skipped fields and differences of type",
      version: 2.2,
      inputs,
      parameters: match({ fuzzyCompare: true, options: { skipFields: "c" } }),
      gives: [
        A,
        [
          { id: 1, a: 1, b: 1 },
          { id: 2, a: 2 },
        ],
        [],
        B,
      ],
    },
    {
      name: "lists each item of B without a match, and compares each item of A with the first match",
      version: 2.3,
      inputs: [
        [{ id: 1, x: "a" }, { id: 1, x: "b" }, { id: null, x: "f" }, { x: "e" }],
        [{ id: 1, x: "a" }, { id: 1, x: "z" }, { id: null, x: "f" }, { x: "e" }],
      ],
      parameters: match({ resolve: "preferInput1" }),
      gives: [
        [{ x: "e" }],
        [
          { id: 1, x: "a" },
          { id: null, x: "f" },
        ],
        [{ id: 1, x: "b" }],
        [{ id: 1, x: "z" }, { x: "e" }],
      ],
    },
    {
      name: "treats a missing field of B as null, and returns B's version in a fuzzy comparison that prefers B",
      version: 1,
      inputs: [
        [
          { id: "3", x: "d" },
          { id: null, x: "f" },
        ],
        [{ id: 3, x: "d" }, { x: "f" }],
      ],
      parameters: match({ options: { fuzzyCompare: true } }),
      gives: [[], [{ id: 3, x: "d" }, { x: "f" }], [], []],
    },
    {
      name: "version 1 requires a field that at least one item has",
      version: 1,
      inputs: [[{ id: 1 }], [{ key: 1 }]],
      parameters: match(),
      fails: "Field 'id' is not present in any of items in 'Input B'",
    },
  ]);
});
