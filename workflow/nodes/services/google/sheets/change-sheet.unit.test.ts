import { expect, test } from "vitest";
import type { JsonObject } from "../../../../model/item.ts";
import { runNode } from "../../../../testing/run-node.ts";
import { createScriptedService } from "../../scripted-service.fixture.ts";
import { googleSheets } from "./google-sheets.ts";
import { createScriptedSheet, listWrites } from "./scripted-sheet.fixture.ts";

const STOCK = { documentId: "doc1", sheetName: { __rl: true, mode: "name", value: "Stock" } };

test.each<[parameters: JsonObject, output: JsonObject, written: unknown[]]>([
  [{ operation: "clear" }, { a: 1 }, ["/values/'Stock':clear", { range: "'Stock'" }]],
  [
    { operation: "clear", keepFirstRow: true },
    { a: 1 },
    ["/values/'Stock'!A2:ZZZ:clear", { range: "'Stock'!A2:ZZZ" }],
  ],
  [
    { operation: "clear", clear: "specificRows", startIndex: 3, rowsToDelete: 2 },
    { a: 1 },
    ["/values/'Stock'!3:4:clear", { range: "'Stock'!3:4" }],
  ],
  [
    { operation: "clear", clear: "specificColumns", startIndex: "B", columnsToDelete: 2 },
    { a: 1 },
    ["/values/'Stock'!B:C:clear", { range: "'Stock'!B:C" }],
  ],
  [
    { operation: "delete", toDelete: "rows", startIndex: 5, numberToDelete: 2 },
    { success: true },
    [
      ":batchUpdate",
      {
        requests: [
          { deleteDimension: { range: { sheetId: 7, dimension: "ROWS", startIndex: 4, endIndex: 6 } } },
        ],
      },
    ],
  ],
  [
    { operation: "delete", toDelete: "columns", startIndex: "C" },
    { success: true },
    [
      ":batchUpdate",
      {
        requests: [
          { deleteDimension: { range: { sheetId: 7, dimension: "COLUMNS", startIndex: 2, endIndex: 3 } } },
        ],
      },
    ],
  ],
  [
    { operation: "remove" },
    { spreadsheetId: "doc1" },
    [":batchUpdate", { requests: [{ deleteSheet: { sheetId: 7 } }] }],
  ],
])("changes the sheet with %j", async (parameters, output, written) => {
  const { gateway, requests } = createScriptedSheet([]);
  const ran = await runNode({
    type: googleSheets,
    version: 4.5,
    parameters: { ...STOCK, ...parameters },
    items: [{ a: 1 }],
    services: { gateway },
  });
  expect(ran.outputs).toEqual([[output]]);
  expect(listWrites(requests)).toEqual([written]);
});

test("returns a new sheet with its properties", async () => {
  const properties = { sheetId: 9, title: "Next", index: 1, sheetType: "GRID" };
  const { gateway, requests } = createScriptedService([
    { body: { spreadsheetId: "doc1", replies: [{ addSheet: { properties } }] } },
  ]);
  const parameters = {
    documentId: "doc1",
    operation: "create",
    title: "Next",
    options: { tabColor: "#0000ff", hidden: true },
  };
  const ran = await runNode({ type: googleSheets, version: 4.5, parameters, services: { gateway } });
  expect(ran.outputs).toEqual([[{ spreadsheetId: "doc1", ...properties }]]);
  expect(requests[0]?.body).toEqual({
    requests: [
      { addSheet: { properties: { title: "Next", hidden: true, tabColor: { red: 0, green: 0, blue: 1 } } } },
    ],
  });
});

test.each([2, 4.5])("returns a new spreadsheet in version %d", async (version) => {
  const answer = { spreadsheetId: "doc2", properties: { title: "Stock" }, spreadsheetUrl: "https://x.test" };
  const { gateway, requests } = createScriptedService([{ body: answer }]);
  const parameters = {
    resource: "spreadsheet",
    operation: "create",
    title: "Stock",
    sheetsUi: { sheetValues: [{ title: "One" }] },
    options: { locale: "nb" },
  };
  const ran = await runNode({ type: googleSheets, version, parameters, services: { gateway } });
  expect(ran.outputs).toEqual([[answer]]);
  expect(requests[0]).toMatchObject({
    method: "POST",
    path: "/v4/spreadsheets",
    body: {
      properties: { title: "Stock", locale: "nb" },
      sheets: [{ properties: { title: "One", hidden: false } }],
    },
  });
});

test("deletes a spreadsheet with the Drive API", async () => {
  const { gateway, requests } = createScriptedService([{ status: 204 }]);
  const parameters = { resource: "spreadsheet", operation: "deleteSpreadsheet", documentId: "doc1" };
  expect(
    (await runNode({ type: googleSheets, version: 4.5, parameters, services: { gateway } })).outputs,
  ).toEqual([[{ success: true }]]);
  expect(requests[0]).toMatchObject({ method: "DELETE", path: "/drive/v3/files/doc1" });
});
