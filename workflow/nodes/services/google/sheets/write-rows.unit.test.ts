import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../model/item.ts";
import { runNode } from "../../../../testing/run-node.ts";
import { googleSheets } from "./google-sheets.ts";
import { createScriptedSheet, listWrites } from "./scripted-sheet.fixture.ts";

const CELLS = [
  ["Name", "Price"],
  ["pen", 2],
  ["ink", 10],
];
const STOCK = {
  documentId: { __rl: true, mode: "id", value: "doc1" },
  sheetName: { __rl: true, mode: "list", value: 7 },
};

async function wrote(
  version: number,
  parameters: JsonObject,
  items: JsonObject[],
  cells: (string | number)[][] = CELLS,
  rowCount?: number,
) {
  const { gateway, requests } = createScriptedSheet(cells, rowCount);
  const ran = await runNode({
    type: googleSheets,
    version,
    parameters: { ...STOCK, ...parameters },
    items,
    services: { gateway },
  });
  return { ...ran, written: listWrites(requests) };
}

const AUTO = { mappingMode: "autoMapInputData", value: null };
const below = (value: JsonObject, matchingColumns: string[] = []): JsonObject => ({
  mappingMode: "defineBelow",
  value,
  matchingColumns,
});
const batch = (valueInputOption: string, ...data: [range: string, ...values: unknown[][]][]) => [
  "/values:batchUpdate",
  { valueInputOption, data: data.map(([range, ...values]) => ({ range: `'Stock'!${range}`, values })) },
];

describe("Append", () => {
  test("writes the items' fields after the last row and passes the items on", async () => {
    const items = [{ Price: 4, Name: "cap" }, { Name: "nib" }];
    const { outputs, written } = await wrote(4.5, { operation: "append", columns: AUTO }, items);
    expect(outputs).toEqual([items]);
    expect(written).toEqual([batch("USER_ENTERED", ["A4:B4", ["cap", 4]], ["A5:B5", ["nib", ""]])]);
  });

  test("returns the mapped columns", async () => {
    const parameters = { operation: "append", columns: below({ Name: "={{ $json.n }}", Price: 1 }) };
    const { outputs, written, items } = await wrote(4.7, parameters, [{ n: "cap" }, { n: "nib" }]);
    expect(outputs).toEqual([
      [
        { Name: "cap", Price: 1 },
        { Name: "nib", Price: 1 },
      ],
    ]);
    expect(items[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
    expect(written).toEqual([batch("USER_ENTERED", ["A4:B4", ["cap", 1]], ["A5:B5", ["nib", 1]])]);
  });

  test("adds new columns, and writes lists as JSON", async () => {
    const { written } = await wrote(4, { operation: "append", columns: AUTO }, [
      { Name: "cap", Tags: ["a"], row_number: 9 },
    ]);
    expect(written).toEqual([batch("RAW", ["C1", ["Tags"]], ["A4:C4", ["cap", "", '["a"]']])]);
  });

  test("ignores fields without a column if `handlingExtraData` is `ignoreIt`", async () => {
    const parameters = { operation: "append", columns: AUTO, options: { handlingExtraData: "ignoreIt" } };
    expect((await wrote(4.5, parameters, [{ Name: "cap", Colour: "red" }])).written).toEqual([
      batch("USER_ENTERED", ["A4:B4", ["cap", ""]]),
    ]);
  });

  test("names fields without a column in an error if `handlingExtraData` is `error`", async () => {
    const parameters = { operation: "append", columns: AUTO, options: { handlingExtraData: "error" } };
    expect((await wrote(4.5, parameters, [{ Name: "cap", Colour: "red" }])).error?.message).toBe(
      "Unexpected fields in node input: Colour",
    );
  });

  test("writes the header of an empty sheet, and adds rows to it", async () => {
    const { written } = await wrote(4.5, { operation: "append", columns: AUTO }, [{ a: 1 }, { a: 2 }], [], 2);
    expect(written).toEqual([
      [":batchUpdate", { requests: [{ appendDimension: { sheetId: 7, dimension: "ROWS", length: 1 } }] }],
      batch("USER_ENTERED", ["A1", ["a"]], ["A2", [1]], ["A3", [2]]),
    ]);
  });

  test("lets Google find the end of the table if `useAppend` is set", async () => {
    const parameters = { operation: "append", columns: AUTO, options: { useAppend: true } };
    expect((await wrote(4.5, parameters, [{ Name: "cap" }])).written).toEqual([
      ["/values/'Stock'!A1:append", { range: "'Stock'!A1", values: [["cap", ""]] }],
    ]);
  });

  test("refuses columns that the sheet no longer has", async () => {
    const columns = {
      ...below({ Name: "cap" }),
      schema: [{ id: "Name" }, { id: "Cost" }, { id: "row_number" }],
    };
    expect((await wrote(4.5, { operation: "append", columns }, [{}])).error?.message).toBe(
      "Column names were updated after the node's setup: Cost",
    );
  });

  test("writes the fields of version 3", async () => {
    const fieldsUi = { fieldValues: [{ fieldId: "Name", fieldValue: "cap" }] };
    const { outputs, written } = await wrote(3, { operation: "append", dataMode: "defineBelow", fieldsUi }, [
      { a: 1 },
    ]);
    expect(outputs).toEqual([[{ a: 1 }]]);
    expect(written).toEqual([batch("RAW", ["A4:B4", ["cap", ""]])]);
  });
});

describe("Update", () => {
  test("updates the row with a key and returns the row's values", async () => {
    const parameters = { operation: "update", columns: below({ Name: "ink", Price: 11 }, ["Name"]) };
    const { outputs, written } = await wrote(4.6, parameters, [{ x: 1 }]);
    expect(outputs).toEqual([[{ Name: "ink", Price: 11 }]]);
    expect(written).toEqual([batch("USER_ENTERED", ["A3", ["ink"]], ["B3", [11]])]);
  });

  test("updates the row whose number is given in `row_number`", async () => {
    const parameters = { operation: "update", columns: { ...AUTO, matchingColumns: ["row_number"] } };
    const { outputs, written } = await wrote(4.5, parameters, [{ row_number: 2, Price: 5 }]);
    expect(outputs).toEqual([[{ row_number: 2, Price: 5 }]]);
    expect(written).toEqual([batch("USER_ENTERED", ["B2", [5]])]);
  });

  test("ignores rows that do not exist", async () => {
    const parameters = { operation: "update", columns: { ...AUTO, matchingColumns: ["Name"] } };
    expect((await wrote(4.5, parameters, [{ Name: "cap", Price: 5 }])).written).toEqual([]);
  });

  test("finds a row by the column and value of version 3", async () => {
    const parameters = {
      operation: "update",
      dataMode: "defineBelow",
      columnToMatchOn: "Name",
      valueToMatchOn: "={{ $json.n }}",
      fieldsUi: { values: [{ column: "Price", fieldValue: 6 }] },
    };
    const { outputs, written } = await wrote(3, parameters, [{ n: "pen" }]);
    expect(outputs).toEqual([[{ n: "pen" }]]);
    expect(written).toEqual([batch("RAW", ["B2", [6]], ["A2", ["pen"]])]);
  });

  test.each<[columns: JsonObject, message: string]>([
    [below({ Price: 1 }), "The 'Column to Match On' parameter is required"],
    [below({ Name: "pen" }, ["Name"]), "At least one value has to be added under 'Values to Send'"],
    [below({ Nam: "pen", Price: 1 }, ["Nam"]), 'Could not find column for key "Nam"'],
  ])("refuses %j", async (columns, message) => {
    expect((await wrote(4.5, { operation: "update", columns }, [{}])).error?.message).toBe(message);
  });
});

test("updates rows that exist and appends all others", async () => {
  const parameters = { operation: "appendOrUpdate", columns: { ...AUTO, matchingColumns: ["Name"] } };
  const items = [
    { Name: "pen", Price: 3 },
    { Name: "cap", Price: 4 },
  ];
  const { outputs, written } = await wrote(4.7, parameters, items);
  expect(outputs).toEqual([items]);
  expect(written).toEqual([batch("USER_ENTERED", ["A2", ["pen"]], ["B2", [3]], ["A4:B4", ["cap", 4]])]);
});
