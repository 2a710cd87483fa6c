import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../../protocol/index.ts";
import { runNode } from "../../testing/run-node.ts";
import { memoryStorage } from "../../testing/scripted-services.ts";
import { COMPARE_DATASETS_NODE } from "./compare-datasets.ts";
import { nodeCases } from "./core-cases.fixture.ts";
import { REMOVE_DUPLICATES_NODE } from "./duplicates/remove-duplicates-node.ts";
import { SORT_NODE } from "./sort.ts";
import { SUMMARIZE_NODE } from "./summarize.ts";

describe("Sort", () => {
  const by = (...sortField: object[]) => ({
    sortFieldsUi: { sortField: sortField.map((field) => ({ ...field })) },
  });
  const items = [
    { n: 10, s: "b" },
    { n: 9, s: "A" },
    { n: 10, s: "a" },
  ];
  nodeCases(SORT_NODE, [
    {
      name: "sorts numbers as numbers",
      version: 1,
      items,
      parameters: by({ fieldName: "n" }),
      gives: [
        [
          { n: 9, s: "A" },
          { n: 10, s: "b" },
          { n: 10, s: "a" },
        ],
      ],
    },
    {
      name: "sorts by one field, then another",
      version: 1,
      items,
      parameters: by({ fieldName: "n", order: "descending" }, { fieldName: "s" }),
      gives: [
        [
          { n: 10, s: "a" },
          { n: 10, s: "b" },
          { n: 9, s: "A" },
        ],
      ],
    },
    {
      name: "does not look at the case of texts",
      version: 1,
      items: [{ s: "b" }, { s: "A" }, { s: "C" }],
      parameters: by({ fieldName: "s" }),
      gives: [[{ s: "A" }, { s: "b" }, { s: "C" }]],
    },
    {
      name: "sorts by nested fields",
      version: 1,
      items: [{ o: { k: 2 } }, { o: { k: 1 } }],
      parameters: by({ fieldName: "o.k" }),
      gives: [[{ o: { k: 1 } }, { o: { k: 2 } }]],
    },
    {
      name: "refuses a field that no item has",
      version: 1,
      items,
      parameters: by({ fieldName: "none" }),
      fails: {
        message: "Couldn't find the field 'none' in the input data",
        field: "sortFieldsUi.sortField[0].fieldName",
      },
    },
    {
      name: "wants a field",
      version: 1,
      items,
      fails: "No sorting specified. Please add a field to sort by",
    },
    {
      name: "wants code that returns",
      version: 1,
      items,
      parameters: { type: "code", code: "a.n - b.n" },
      fails: "Sort code doesn't return. Please add a 'return' statement to your code",
    },
  ]);

  it("keeps every item when it shuffles", async () => {
    const many = Array.from({ length: 50 }, (_, n) => ({ n }));
    const { outputs, items: shuffled } = await runNode({
      type: SORT_NODE,
      version: 1,
      items: many,
      parameters: { type: "random" },
    });
    expect([...(outputs[0] ?? [])].sort((a, b) => Number(a["n"]) - Number(b["n"]))).toEqual(many);
    expect(shuffled[0]?.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(
      outputs[0]?.map(({ n }) => n),
    );
  });

  it("gives the items in the order that code gives", async () => {
    const code = {
      javascript: () =>
        Promise.resolve({ value: [2, 0, 1] as JsonValue, logs: [], staticData: { global: {}, node: {} } }),
      python: () => Promise.reject(new Error("no")),
    };
    const { outputs } = await runNode({
      type: SORT_NODE,
      version: 1,
      items: [{ n: 1 }, { n: 2 }, { n: 3 }],
      parameters: { type: "code", code: "return 0" },
      services: { code },
    });
    expect(outputs).toEqual([[{ n: 3 }, { n: 1 }, { n: 2 }]]);
  });
});

describe("Remove Duplicates", () => {
  const items = [
    { a: 1, o: { b: 1 } },
    { a: 1, o: { b: 2 } },
    { o: { b: 1 }, a: 1 },
    { a: 2, o: { b: 1 } },
  ];
  nodeCases(REMOVE_DUPLICATES_NODE, [
    {
      name: "compares all fields",
      version: 2,
      items,
      gives: [
        [
          { a: 1, o: { b: 1 } },
          { a: 1, o: { b: 2 } },
          { a: 2, o: { b: 1 } },
        ],
      ],
    },
    {
      name: "compares selected fields",
      version: 1.1,
      items,
      parameters: { compare: "selectedFields", fieldsToCompare: "o.b" },
      gives: [
        [
          { a: 1, o: { b: 1 } },
          { a: 1, o: { b: 2 } },
        ],
      ],
    },
    {
      name: "compares all but some, and removes the others",
      version: 1,
      items,
      parameters: {
        compare: "allFieldsExcept",
        fieldsToExclude: "o.b",
        options: { removeOtherFields: true },
      },
      gives: [[{ a: 1 }, { a: 2 }]],
    },
    {
      name: "tells a number from its text",
      version: 2,
      items: [{ a: 1 }, { a: "1" }],
      gives: [[{ a: 1 }, { a: "1" }]],
    },
    {
      name: "refuses a field of several types",
      version: 2,
      items: [{ a: 1 }, { a: "1" }],
      parameters: { compare: "selectedFields", fieldsToCompare: "a" },
      fails: "'a' isn't always the same type",
    },
    {
      name: "wants fields",
      version: 2,
      items,
      parameters: { compare: "selectedFields", fieldsToCompare: "" },
      fails: { message: "No fields specified", field: "fieldsToCompare" },
    },
  ]);

  const seen = (more: Record<string, JsonValue>) => ({
    operation: "removeItemsSeenInPreviousExecutions",
    ...more,
  });
  it.each<[string, Record<string, JsonValue>, number[][], number[][]]>([
    [
      "by value",
      seen({ dedupeValue: "={{ $json.n }}" }),
      [
        [1, 2],
        [2, 3, 3],
      ],
      [
        [1, 2],
        [3, 3],
      ],
    ],
    [
      "by a growing number",
      seen({ logic: "removeItemsUpToStoredIncrementalKey", incrementalDedupeValue: "={{ $json.n }}" }),
      [
        [5, 7],
        [6, 7, 8],
      ],
      [[5, 7], [8]],
    ],
    [
      "by date",
      seen({ logic: "removeItemsUpToStoredDate", dateDedupeValue: "={{ '2024-01-0' + $json.n }}" }),
      [[2], [1, 2, 3]],
      [[2], [3]],
    ],
  ])("leaves out what earlier runs have seen, %s", async (_, parameters, runs, kept) => {
    const storage = memoryStorage();
    for (const [run, numbers] of runs.entries()) {
      const { outputs, error } = await runNode({
        type: REMOVE_DUPLICATES_NODE,
        version: 2,
        items: numbers.map((n) => ({ n })),
        parameters,
        services: { storage },
      });
      expect(error).toBeUndefined();
      expect(outputs[0]).toEqual(kept[run]?.map((n) => ({ n })));
      expect(outputs[1]).toHaveLength(numbers.length - (kept[run]?.length ?? 0));
    }
  });

  it("sees everything anew once it has forgotten", async () => {
    const storage = memoryStorage();
    const run = (parameters: Record<string, JsonValue>) =>
      runNode({
        type: REMOVE_DUPLICATES_NODE,
        version: 2,
        items: [{ n: 1 }],
        parameters,
        services: { storage },
      });
    await run(seen({ dedupeValue: "={{ $json.n }}" }));
    expect((await run({ operation: "clearDeduplicationHistory" })).outputs).toEqual([[{ n: 1 }]]);
    expect((await run(seen({ dedupeValue: "={{ $json.n }}" }))).outputs).toEqual([[{ n: 1 }], []]);
  });
});

describe("Summarize", () => {
  const items = [
    { city: "Rome", year: 1, sold: 3, who: "a" },
    { city: "Oslo", year: 1, sold: 5, who: "b" },
    { city: "Rome", year: 2, sold: null, who: "a" },
    { city: "Rome", year: 1, sold: 4, who: "" },
  ];
  const wishes = (...values: object[]) => ({
    fieldsToSummarize: { values: values.map((value) => ({ ...value })) },
  });
  nodeCases(SUMMARIZE_NODE, [
    {
      name: "reckons with all items",
      version: 1.1,
      items,
      parameters: wishes(
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
      name: "splits by a field",
      version: 1,
      items,
      parameters: { ...wishes({ aggregation: "sum", field: "sold" }), fieldsToSplitBy: "city" },
      gives: [
        [
          { city: "Rome", sum_sold: 7 },
          { city: "Oslo", sum_sold: 5 },
        ],
      ],
    },
    {
      name: "splits by two fields into one item",
      version: 1.1,
      items,
      parameters: {
        ...wishes({ aggregation: "sum", field: "sold" }),
        fieldsToSplitBy: "city, year",
        options: { outputFormat: "singleItem" },
      },
      gives: [[{ Rome: { 1: { sum_sold: 7 }, 2: { sum_sold: 0 } }, Oslo: { 1: { sum_sold: 5 } } }]],
    },
    {
      name: "writes dots and spaces of names as _",
      version: 1.1,
      items: [{ a: { "b c": 1 } }],
      parameters: wishes({ aggregation: "sum", field: "a.b c" }),
      gives: [[{ sum_a_b_c: 1 }]],
    },
    {
      name: "1 refuses a field that no item has",
      version: 1,
      items,
      parameters: wishes({ aggregation: "sum", field: "none" }),
      fails: "The field 'none' does not exist in any items",
    },
    {
      name: "1.1 goes on without it",
      version: 1.1,
      items,
      parameters: wishes({ aggregation: "sum", field: "none" }),
      gives: [[{ sum_none: 0 }]],
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
      name: "tells both versions of what differs",
      version: 2.3,
      inputs,
      parameters: match(),
      gives: [
        A,
        SAME,
        [
          {
            keys: { id: 1 },
            same: { b: 1 },
            different: { a: { inputA: 1, inputB: "1" }, c: { inputA: null, inputB: 5 } },
          },
        ],
        B,
      ],
    },
    {
      name: "prefers A",
      version: 2.3,
      inputs,
      parameters: match({ resolve: "preferInput1" }),
      gives: [A, SAME, [{ id: 1, a: 1, b: 1 }], B],
    },
    {
      name: "1 prefers B",
      version: 1,
      inputs,
      parameters: match(),
      gives: [A, SAME, [{ id: 1, a: "1", b: 1, c: 5 }], B],
    },
    {
      name: "mixes versions",
      version: 2,
      inputs,
      parameters: match({ resolve: "mix", preferWhenMix: "input2", exceptWhenMix: "a" }),
      gives: [A, SAME, [{ id: 1, a: 1, b: 1, c: 5 }], B],
    },
    {
      name: "skips fields and small differences",
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
  ]);
});
