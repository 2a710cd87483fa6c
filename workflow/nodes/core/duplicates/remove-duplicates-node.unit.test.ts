import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { createMemoryStorage } from "../../../testing/scripted-services.ts";
import { nodeCases } from "../core-cases.fixture.ts";
import { REMOVE_DUPLICATES_NODE } from "./remove-duplicates-node.ts";

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
      name: "compares all fields except the excluded ones, and removes those",
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
      name: "refuses a number and the same number as a string in any field",
      version: 2,
      items: [{ a: { b: [1] } }, { a: { b: ["1"] } }],
      fails: "'a.b.0' isn't always the same type",
    },
    {
      name: "refuses a field that an item lacks",
      version: 1.1,
      items: [{ a: 1 }, {}],
      fails: "'a' field is missing from some input items",
    },
    {
      name: "accepts null from version 1.1 on",
      version: 1.1,
      items: [{ a: 1 }, { a: null }, { a: 1 }],
      gives: [[{ a: 1 }, { a: null }]],
    },
    {
      name: "refuses null next to a number in version 1",
      version: 1,
      items: [{ a: 1 }, { a: null }],
      fails: "'a' isn't always the same type",
    },
    {
      name: "continues with one error item",
      version: 2,
      items: [{ a: 1 }, {}],
      node: { onError: "continueRegularOutput" },
      gives: [[{ error: "'a' field is missing from some input items" }]],
    },
    {
      name: "refuses a field whose values have several types",
      version: 2,
      items: [{ a: 1 }, { a: "1" }],
      parameters: { compare: "selectedFields", fieldsToCompare: "a" },
      fails: "'a' isn't always the same type",
    },
    {
      name: "fails if no field is selected",
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
  ])("removes items that earlier runs have seen, %s", async (_, parameters, runs, expected) => {
    const storage = createMemoryStorage();
    for (const [run, numbers] of runs.entries()) {
      const { outputs, error } = await runNode({
        type: REMOVE_DUPLICATES_NODE,
        version: 2,
        items: numbers.map((n) => ({ n })),
        parameters,
        services: { storage },
      });
      expect(error).toBeUndefined();
      expect(outputs[0]).toEqual(expected[run]?.map((n) => ({ n })));
      expect(outputs[1]).toHaveLength(numbers.length - (expected[run]?.length ?? 0));
    }
  });

  it("keeps every item after its history has been cleared", async () => {
    const storage = createMemoryStorage();
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
