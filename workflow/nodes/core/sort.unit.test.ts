import { describe, expect, it } from "vitest";
import { createCodeRunner } from "../../code/index.ts";
import { runNode } from "../../testing/run-node.ts";
import { nodeCases } from "./core-cases.fixture.ts";
import { SORT_NODE } from "./sort.ts";

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
      name: "ignores the case of strings",
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
      name: "orders values that cannot be compared as n8n does",
      version: 1,
      items: [{ x: "b" }, { x: "A" }, {}, { x: null }, { x: 1 }, { x: 10 }, { x: "2" }],
      parameters: { sortFieldsUi: { sortField: [{ fieldName: "x", order: "descending" }] } },
      gives: [[{ x: 10 }, { x: "2" }, { x: 1 }, { x: null }, {}, { x: "b" }, { x: "A" }]],
    },
    {
      name: "fails if no field is selected",
      version: 1,
      items,
      fails: "No sorting specified. Please add a field to sort by",
    },
    {
      name: "fails if the code returns nothing",
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
    expect([...(outputs[0] ?? [])].sort((a, b) => Number(a.n) - Number(b.n))).toEqual(many);
    expect(shuffled[0]?.map(({ pairedItem }) => (pairedItem as { item: number }).item)).toEqual(
      outputs[0]?.map(({ n }) => n),
    );
  });

  const inSandbox = { code: createCodeRunner({ http: { send: () => Promise.reject(new Error("no")) } }) };

  it("sorts items by the author's code", async () => {
    const { outputs, logs, error } = await runNode({
      type: SORT_NODE,
      version: 1,
      items: [{ n: 2 }, { n: 3 }, { n: 1 }],
      parameters: { type: "code", code: "console.log('asked'); // why\nreturn b.json.n - a.json.n;" },
      services: inSandbox,
    });
    expect(error).toBeUndefined();
    expect(outputs).toEqual([[{ n: 3 }, { n: 2 }, { n: 1 }]]);
    expect(logs[0]?.message).toBe("asked");
  });

  it("names the code that fails", async () => {
    const { error } = await runNode({
      type: SORT_NODE,
      version: 1,
      items: [{ n: 2 }, { n: 3 }],
      parameters: { type: "code", code: "return a.json.none.n - 1;" },
      services: inSandbox,
    });
    expect(error).toMatchObject({ node: "Node", field: "code" });
  });
});
