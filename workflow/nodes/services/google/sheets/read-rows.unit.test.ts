import { expect, test } from "vitest";
import type { JsonObject } from "../../../../model/item.ts";
import { runNode } from "../../../../testing/run-node.ts";
import { googleSheets } from "./google-sheets.ts";
import { createScriptedSheet } from "./scripted-sheet.fixture.ts";

const CELLS = [["Name", "Price", "Place"], ["pen", 2, "Oslo"], [], ["ink", 10], ["pen", 3, "Rome"]];
const PEN = { row_number: 2, Name: "pen", Price: 2, Place: "Oslo" };
const INK = { row_number: 4, Name: "ink", Price: 10, Place: "" };
const EXPENSIVE_PEN = { row_number: 5, Name: "pen", Price: 3, Place: "Rome" };

const STOCK = {
  documentId: { __rl: true, mode: "id", value: "doc1" },
  sheetName: { __rl: true, mode: "name", value: "Stock" },
};
const lookup = (...values: [string, unknown][]): JsonObject => ({
  filtersUI: {
    values: values.map(([lookupColumn, lookupValue]) => ({ lookupColumn, lookupValue }) as JsonObject),
  },
});

test.each<
  [title: string, version: number, parameters: JsonObject, items: JsonObject[], expected: JsonObject[]]
>([
  ["all rows, without empty ones", 4.5, {}, [{}], [PEN, INK, EXPENSIVE_PEN]],
  [
    "rows up to the first empty one",
    4.5,
    { options: { dataLocationOnSheet: { values: { readRowsUntil: "firstEmptyRow" } } } },
    [{}],
    [PEN],
  ],
  ["rows that match", 4.5, lookup(["Name", "pen"]), [{}], [PEN, EXPENSIVE_PEN]],
  [
    "the first row that matches",
    4.7,
    { ...lookup(["Name", "pen"]), options: { returnFirstMatch: true } },
    [{}],
    [PEN],
  ],
  ["the first matching row by default before version 4.5", 4.2, lookup(["Name", "pen"]), [{}], [PEN]],
  [
    "all matching rows, before 4.5",
    4.2,
    { ...lookup(["Name", "pen"]), options: { returnAllMatches: "returnAllMatches" } },
    [{}],
    [PEN, EXPENSIVE_PEN],
  ],
  ["rows that match all filters", 4.6, lookup(["Name", "pen"], ["Price", 3]), [{}], [EXPENSIVE_PEN]],
  [
    "rows that match any filter",
    4.6,
    { ...lookup(["Name", "ink"], ["Price", "3"]), combineFilters: "OR" },
    [{}],
    [INK, EXPENSIVE_PEN],
  ],
  [
    "the rows that each item looks up",
    4.5,
    lookup(["Name", "={{ $json.n }}"]),
    [{ n: "ink" }, { n: "none" }, { n: "ink" }],
    [INK, INK],
  ],
  ["all rows once, regardless of the input, before 4.2", 4, {}, [{}, {}], [PEN, INK, EXPENSIVE_PEN]],
  [
    "all rows once for the lookups of all items, before 4.2",
    4.1,
    { ...lookup(["Name", "={{ $json.n }}"]), combineFilters: "OR" },
    [{ n: "ink" }, { n: "pen" }],
    [INK, PEN],
  ],
  [
    "rows below a header row at another position",
    4.5,
    {
      options: {
        dataLocationOnSheet: { values: { rangeDefinition: "specifyRange", headerRow: 4, firstDataRow: 5 } },
      },
    },
    [{}],
    [{ row_number: 5, ink: "pen", 10: 3, col_3: "Rome" }],
  ],
])("reads %s (version %d)", async (_, version, parameters, items, expected) => {
  const { gateway } = createScriptedSheet(CELLS);
  const ran = await runNode({
    type: googleSheets,
    version,
    parameters: { ...STOCK, ...parameters },
    items,
    services: { gateway },
  });
  expect(ran.error).toBeUndefined();
  expect(ran.outputs).toEqual([expected]);
});

test("pairs each row with the item that looked it up", async () => {
  const { gateway } = createScriptedSheet(CELLS);
  const parameters = { ...STOCK, ...lookup(["Name", "={{ $json.n }}"]) };
  const ran = await runNode({
    type: googleSheets,
    version: 4.5,
    parameters,
    items: [{ n: "none" }, { n: "ink" }],
    services: { gateway },
  });
  expect(ran.items[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
});

test.each<[sheet: JsonObject, document: JsonObject]>([
  [
    { __rl: true, mode: "list", value: 7 },
    { __rl: true, mode: "id", value: "doc1" },
  ],
  [
    { __rl: true, mode: "list", value: "gid=7" },
    { __rl: true, mode: "list", value: "doc1" },
  ],
  [
    { __rl: true, mode: "id", value: "7" },
    { __rl: true, mode: "url", value: "https://docs.google.com/spreadsheets/d/doc1/edit#gid=7" },
  ],
  [
    { __rl: true, mode: "url", value: "https://docs.google.com/spreadsheets/d/doc1/edit?gid=7#gid=7" },
    { __rl: true, mode: "url", value: "https://docs.google.com/spreadsheets/d/doc1/edit#gid=7" },
  ],
])("finds a sheet by %j", async (sheetName, documentId) => {
  const { gateway, requests } = createScriptedSheet(CELLS);
  await runNode({
    type: googleSheets,
    version: 4.5,
    parameters: { sheetName, documentId },
    services: { gateway },
  });
  expect(requests.map(({ service, path }) => [service, decodeURIComponent(path)])).toEqual([
    ["google", "/v4/spreadsheets/doc1"],
    ["google", "/v4/spreadsheets/doc1/values/'Stock'"],
  ]);
  expect(requests[1]?.query).toEqual({
    valueRenderOption: "UNFORMATTED_VALUE",
    dateTimeRenderOption: "FORMATTED_STRING",
  });
});

test.each<[title: string, parameters: JsonObject, message: string, field: string | undefined]>([
  [
    "a missing sheet",
    { sheetName: { __rl: true, mode: "name", value: "Stok" } },
    "Sheet with name Stok not found",
    "sheetName",
  ],
  ["a missing column", lookup(["Nam", "pen"]), 'The column "Nam" could not be found', "filtersUI"],
  [
    "no document",
    { documentId: { __rl: true, mode: "list", value: "" } },
    "The document is not set. Choose one or enter its ID",
    "documentId",
  ],
  [
    "a missing document",
    { documentId: "doc2" },
    "The resource you are requesting could not be found: Requested entity was not found.",
    undefined,
  ],
])("stops with %s", async (_, parameters, message, field) => {
  const { gateway } = createScriptedSheet(CELLS);
  const ran = await runNode({
    type: googleSheets,
    version: 4.5,
    parameters: { ...STOCK, ...parameters },
    services: { gateway },
  });
  expect(ran.error).toMatchObject({ message, node: "Node", ...(field && { field }) });
});

test("returns an error item with only n8n's message if the node continues on errors", async () => {
  const { gateway } = createScriptedSheet(CELLS);
  const ran = await runNode({
    type: googleSheets,
    version: 4.5,
    parameters: { ...STOCK, documentId: "doc2" },
    services: { gateway },
    node: { onError: "continueRegularOutput" },
  });
  expect(ran.outputs).toEqual([[{ error: "The resource you are requesting could not be found" }]]);
  expect(ran.logs).toEqual([{ level: "error", message: "Requested entity was not found." }]);
});

test("returns nothing for an empty sheet", async () => {
  const { gateway } = createScriptedSheet([]);
  const ran = await runNode({ type: googleSheets, version: 4.5, parameters: STOCK, services: { gateway } });
  expect(ran.outputs).toEqual([[]]);
});
