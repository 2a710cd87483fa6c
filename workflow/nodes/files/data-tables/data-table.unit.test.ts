import { expect, test } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { runNode } from "../../../testing/run-node.ts";
import type { ItemInput } from "../../../testing/scripted-node.ts";
import { createMemoryStorage, createScriptedServices } from "../../../testing/scripted-services.ts";
import { dataTable } from "./data-table.ts";

const TABLE = { __rl: true, mode: "list", value: "t1", cachedResultName: "Products" };
const TIME = expect.stringMatching(/^\d{4}-.*Z$/);
const row = (id: number, values: JsonObject) => ({ id, ...values, createdAt: TIME, updatedAt: TIME });
const byId = (id: number, more: JsonObject = {}) => ({
  filters: { conditions: [{ keyName: "id", condition: "eq", keyValue: id, ...more }] },
});

function table() {
  const services = createScriptedServices({ storage: createMemoryStorage() });
  return (parameters: JsonObject, items: readonly ItemInput[] = [{}], node = {}) =>
    runNode({
      type: dataTable,
      version: 1,
      parameters: { dataTableId: TABLE, ...parameters },
      items,
      services,
      node,
    });
}

const PRODUCTS = [
  { name: "pen", price: 2 },
  { name: "ink", price: 10 },
];

async function fillTable() {
  const run = table();
  await run({ columns: { mappingMode: "autoMapInputData" } }, PRODUCTS);
  return run;
}

test("inserts the fields of the items or the fields that the node maps", async () => {
  const run = table();
  expect((await run({ columns: { mappingMode: "autoMapInputData" } }, PRODUCTS)).outputs).toEqual([
    [row(1, { name: "pen", price: 2 }), row(2, { name: "ink", price: 10 })],
  ]);
  const set = await run({ columns: { mappingMode: "defineBelow", value: { name: "={{ $json.n }}" } } }, [
    { n: "cap" },
  ]);
  expect(set.outputs).toEqual([[row(3, { name: "cap", price: null })]]);
});

test.each<[title: string, parameters: JsonObject, expected: unknown[]]>([
  ["all rows", {}, [row(1, { name: "pen", price: 2 }), row(2, { name: "ink", price: 10 })]],
  ["the requested number of rows", { limit: 1 }, [row(1, { name: "pen", price: 2 })]],
  ["rows with equal values", byId(2), [row(2, { name: "ink", price: 10 })]],
  [
    "rows with larger numbers",
    { filters: { conditions: [{ keyName: "price", condition: "gt", keyValue: "9" }] } },
    [row(2, { name: "ink", price: 10 })],
  ],
  [
    "rows with a given beginning",
    { filters: { conditions: [{ keyName: "name", condition: "ilike", keyValue: "P%" }] } },
    [row(1, { name: "pen", price: 2 })],
  ],
  [
    "rows that match all conditions",
    {
      matchType: "allConditions",
      filters: {
        conditions: [
          { keyName: "name", keyValue: "pen" },
          { keyName: "price", keyValue: 10 },
        ],
      },
    },
    [],
  ],
  [
    "the last rows first",
    { orderBy: true, orderByColumn: "price", returnAll: true },
    [row(2, { name: "ink", price: 10 }), row(1, { name: "pen", price: 2 })],
  ],
])("returns %s", async (_, parameters, expected) => {
  const run = await fillTable();
  const { outputs, error } = await run({ operation: "get", ...parameters });
  expect(error).toBeUndefined();
  expect(outputs).toEqual([expected]);
});

test("updates, upserts and deletes", async () => {
  const run = await fillTable();
  const columns = { mappingMode: "defineBelow", value: { price: 3 } };
  expect((await run({ operation: "update", ...byId(1), columns })).outputs).toEqual([
    [row(1, { name: "pen", price: 3 })],
  ]);
  expect((await run({ operation: "upsert", ...byId(9), columns })).outputs).toEqual([
    [row(3, { name: null, price: 3 })],
  ]);
  expect((await run({ operation: "upsert", ...byId(3), columns: { value: { price: 4 } } })).outputs).toEqual([
    [row(3, { name: null, price: 4 })],
  ]);
  expect(
    (await run({ operation: "deleteRows", ...byId(3), options: { dryRun: true } })).outputs[0],
  ).toHaveLength(1);
  expect((await run({ operation: "deleteRows", ...byId(3) })).outputs).toEqual([
    [row(3, { name: null, price: 4 })],
  ]);
  expect((await run({ operation: "get" })).outputs[0]?.map(({ id }) => id)).toEqual([1, 2]);
});

test("passes items on if matching rows exist", async () => {
  const run = await fillTable();
  expect((await run({ operation: "rowExists", ...byId(1) }, [{ a: 1 }])).outputs).toEqual([[{ a: 1 }]]);
  expect((await run({ operation: "rowExists", ...byId(7) }, [{ a: 1 }])).outputs).toEqual([[]]);
  expect((await run({ operation: "rowNotExists", ...byId(7) }, [{ a: 1 }])).outputs).toEqual([[{ a: 1 }]]);
});

test.each<[title: string, parameters: JsonObject, expected: RegExp]>([
  ["a missing table", { dataTableId: "" }, /No data table is selected/],
  ["deleting without a condition", { operation: "deleteRows" }, /At least one condition/],
  [
    "an unknown condition",
    { operation: "get", ...byId(1, { condition: "__proto__" }) },
    /Unknown condition '__proto__'/,
  ],
  ["an unknown operation", { operation: "constructor" }, /Unknown operation 'constructor'/],
])("refuses %s", async (_, parameters, expected) => {
  expect((await (await fillTable())(parameters)).error?.message).toMatch(expected);
});
