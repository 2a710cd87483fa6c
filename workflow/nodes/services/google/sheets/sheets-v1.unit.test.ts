import { expect, test } from "vitest";
import type { JsonObject } from "../../../../model/item.ts";
import { runNode } from "../../../../testing/run-node.ts";
import { googleSheets } from "./google-sheets.ts";
import { createScriptedSheet, listWrites } from "./scripted-sheet.fixture.ts";

const CELLS = [["id", "price"], ["pen", 2], ["ink"], ["pen", 3]];

async function runSheets(parameters: JsonObject, items: JsonObject[] = [{}], version = 2) {
  const { gateway, requests } = createScriptedSheet(CELLS);
  const result = await runNode({
    type: googleSheets,
    version,
    parameters: { sheetId: "doc1", ...parameters },
    items,
    services: { gateway },
  });
  return { ...result, written: listWrites(requests) };
}

test.each<[title: string, parameters: JsonObject, items: JsonObject[], expected: JsonObject[]]>([
  ["rows", {}, [{}, {}], [{ id: "pen", price: 2 }, { id: "ink" }, { id: "pen", price: 3 }]],
  ["raw cells", { rawData: true, dataProperty: "cells" }, [{}], [{ cells: CELLS }]],
  [
    "rows that each item looks up",
    { operation: "lookup", lookupColumn: "id", lookupValue: "={{ $json.n }}" },
    [{ n: "pen" }, { n: "none" }],
    [{ id: "pen", price: 2 }],
  ],
  [
    "all matching rows",
    { operation: "lookup", lookupColumn: "id", lookupValue: "pen", options: { returnAllMatches: true } },
    [{}],
    [
      { id: "pen", price: 2 },
      { id: "pen", price: 3 },
    ],
  ],
  [
    "an empty item if nothing matches and the option is enabled",
    { operation: "lookup", lookupColumn: "id", lookupValue: "x", options: { continue: true } },
    [{}],
    [{}],
  ],
])("reads %s", async (_, parameters, items, expected) => {
  expect((await runSheets(parameters, items)).outputs).toEqual([expected]);
});

test.each<[parameters: JsonObject, items: JsonObject[], written: unknown[]]>([
  [
    { operation: "append" },
    [{ price: 4, id: "cap", more: 1 }],
    [["/values/A:F:append", { range: "A:F", values: [["cap", 4]] }]],
  ],
  [
    { operation: "update", range: "Stock!A:F" },
    [
      { id: "pen", price: 5 },
      { id: "cap", price: 1 },
    ],
    [["/values:batchUpdate", { data: [{ range: "Stock!B2", values: [[5]] }], valueInputOption: "RAW" }]],
  ],
  [
    { operation: "upsert" },
    [
      { id: "ink", price: 5 },
      { id: "cap", price: 1 },
    ],
    [
      ["/values:batchUpdate", { data: [{ range: "B3", values: [[5]] }], valueInputOption: "RAW" }],
      ["/values/A:F:append", { range: "A:F", values: [["cap", 1]] }],
    ],
  ],
  [
    { operation: "update", rawData: true, dataProperty: "columns" },
    [
      {
        columns: [
          ["a", "b"],
          [1, { c: 2 }],
        ],
      },
    ],
    [
      [
        "/values:batchUpdate",
        {
          data: [
            {
              range: "A:F",
              values: [
                ["a", "b"],
                [1, '{"c":2}'],
              ],
            },
          ],
          valueInputOption: "RAW",
        },
      ],
    ],
  ],
  [{ operation: "clear" }, [{ a: 1 }], [["/values/A:F:clear", { range: "A:F" }]]],
])("writes with %j and passes its items on", async (parameters, items, written) => {
  const result = await runSheets(parameters, items, 1);
  expect(result.error).toBeUndefined();
  expect(result.outputs).toEqual([items]);
  expect(result.written).toEqual(written);
});

test("deletes rows and columns", async () => {
  const toDelete = {
    rows: [{ sheetId: 7, startIndex: 1, amount: 2 }],
    columns: [{ sheetId: 7, startIndex: 0, amount: 1 }],
  };
  const { outputs, written } = await runSheets({ operation: "delete", toDelete });
  expect(outputs).toEqual([[{ success: true }]]);
  const deleted = (dimension: string, startIndex: number, endIndex: number) => ({
    deleteDimension: { range: { sheetId: 7, dimension, startIndex, endIndex } },
  });
  expect(written).toEqual([
    [":batchUpdate", { requests: [deleted("COLUMNS", 0, 1), deleted("ROWS", 1, 3)] }],
  ]);
});

test("refuses an unknown operation before a run", () => {
  const node = { version: 1, parameters: { operation: "appendRow" } };
  expect(googleSheets.unsupported?.(node as never, {} as never)).toBe(
    "the operation 'appendRow' of the resource 'sheet' is not supported",
  );
});
