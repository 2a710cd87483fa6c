import { expect, test } from "vitest";
import type { Item, JsonObject } from "../../model/item.ts";
import { runNode } from "../../testing/run-node.ts";
import type { ItemInput } from "../../testing/scripted-node.ts";
import { convertToFile } from "./convert-to-file.ts";
import { extractFromFile } from "./extract-from-file.ts";
import { moveBinaryData } from "./move-binary-data.ts";
import { withFile, workbook } from "./sample-files.fixture.ts";
import { spreadsheetFile } from "./spreadsheet-file.ts";

const convert = (items: readonly ItemInput[], parameters: JsonObject, version = 1.1) =>
  runNode({ type: convertToFile, version, parameters, items });

const described = (item: Item | undefined, field = "data") => {
  const file = item?.binary?.[field];
  return {
    text: Buffer.from(file?.bytes ?? []).toString("utf8"),
    type: file?.mimeType,
    name: file?.fileName,
  };
};

const PEOPLE = [
  { name: "Ada", address: { city: "Rome", lines: ["a"] } },
  { name: "Bob", age: 3 },
];

const files: [
  title: string,
  parameters: JsonObject,
  expected: { text: string; type: string; name: string },
][] = [
  [
    "all items as CSV, with a column for each field of an object",
    { operation: "csv" },
    {
      text: "\uFEFFname,address.city,address.lines.0,age\nAda,Rome,a,\nBob,,,3",
      type: "text/csv",
      name: "File.csv",
    },
  ],
  [
    "CSV with another separator, without names",
    { operation: "csv", options: { delimiter: ";", headerRow: false, fileName: "x.csv" } },
    { text: "\uFEFFAda;Rome;a;\nBob;;;3", type: "text/csv", name: "x.csv" },
  ],
  [
    "all items as JSON",
    { operation: "toJson" },
    { text: JSON.stringify(PEOPLE), type: "application/json", name: "file.json" },
  ],
  [
    "readable JSON",
    { operation: "toJson", options: { format: true, fileName: "a.json" } },
    { text: JSON.stringify(PEOPLE, null, 2), type: "application/json", name: "a.json" },
  ],
];

test.each(files)("writes %s", async (_, parameters, expected) => {
  const { items, error } = await convert(PEOPLE, parameters);
  expect(error).toBeUndefined();
  expect(items[0]?.map(({ json, pairedItem }) => ({ json, pairedItem }))).toEqual([
    { json: {}, pairedItem: [{ item: 0 }, { item: 1 }] },
  ]);
  expect(described(items[0]?.[0])).toEqual(expected);
});

test.each(["xlsx", "xls", "ods", "rtf", "html"])("writes %s that can be read again", async (format) => {
  const rows = [{ a: 1, b: "x" }, { a: 2 }];
  const { items } = await convert(rows, { operation: format, options: { sheetName: "One" } });
  const again = await runNode({
    type: extractFromFile,
    version: 1,
    parameters: { operation: format },
    items: (items[0] ?? []).map(({ json, binary }) => ({ json, ...(binary && { binary }) })),
  });
  expect(again.outputs).toEqual([rows]);
});

const each: [
  title: string,
  json: JsonObject,
  parameters: JsonObject,
  expected: { text: string; type: string; name: string },
][] = [
  [
    "a field as text",
    { a: { b: "hé" } },
    { operation: "toText", sourceProperty: "a.b" },
    { text: "hé", type: "text/plain", name: "file.txt" },
  ],
  [
    "an object as text, with a byte order mark",
    { a: { b: 1 } },
    { operation: "toText", sourceProperty: "a", options: { addBOM: true, fileName: "n.txt" } },
    { text: '\uFEFF{"b":1}', type: "text/plain", name: "n.txt" },
  ],
  [
    "base64 as its bytes",
    { data: [{ b64_json: "aGk=" }] },
    { operation: "toBinary", sourceProperty: "data[0].b64_json", options: { fileName: "p.png" } },
    { text: "hi", type: "image/png", name: "p.png" },
  ],
  [
    "a data URL as its bytes",
    { u: "data:text/plain;base64,aGk=" },
    { operation: "toBinary", sourceProperty: "u", options: { mimeType: "text/calendar" } },
    { text: "hi", type: "text/calendar", name: "file.bin" },
  ],
  [
    "each item as JSON",
    { a: 1 },
    { operation: "toJson", mode: "each" },
    { text: '{"a":1}', type: "application/json", name: "file.json" },
  ],
];

test.each(each)("writes %s", async (_, json, parameters, expected) => {
  const { items, error, outputs } = await convert([json], parameters);
  expect(error).toBeUndefined();
  expect(outputs).toEqual([[{}]]);
  expect(items[0]?.[0]?.pairedItem).toEqual({ item: 0 });
  expect(described(items[0]?.[0])).toEqual(expected);
});

test("writes an event into a calendar in the workflow's time zone", async () => {
  const { items, error } = await runNode({
    type: convertToFile,
    version: 1.1,
    timezone: "Europe/Berlin",
    parameters: {
      operation: "iCal",
      title: "Lunch",
      start: "2026-01-02T12:00:00",
      end: "2026-01-02T13:00:00",
      additionalFields: {
        location: "Rome",
        uid: "1",
        attendeesUi: { attendeeValues: [{ name: "Ada", email: "ada@example.com", rsvp: true }] },
      },
    },
  });
  expect(error).toBeUndefined();
  const { text, type } = described(items[0]?.[0]);
  expect(type).toBe("text/calendar");
  for (const line of [
    "SUMMARY:Lunch",
    "DTSTART:20260102T110000Z",
    "DTEND:20260102T120000Z",
    "LOCATION:Rome",
    "UID:1",
  ])
    expect(text).toContain(`${line}\r\n`);
  expect(text.replaceAll("\r\n\t", "")).toContain("mailto:ada@example.com");
});

test.each<[title: string, json: JsonObject, parameters: JsonObject, expected: RegExp]>([
  ["a missing field", {}, { operation: "toText", sourceProperty: "a" }, /The value in "a" is not set/],
  [
    "an invalid date",
    {},
    { operation: "iCal", title: "a", start: "soon", end: "later" },
    /'start' is not a valid date/,
  ],
  ["an unknown operation", {}, { operation: "toWish" }, /Unknown operation 'toWish'/],
  [
    "a cell that is too long for a sheet",
    { a: "x".repeat(40_000) },
    { operation: "xlsx" },
    /'a' is longer than the 32767/,
  ],
])("refuses %s", async (_, json, parameters, expected) => {
  expect((await convert([json], parameters)).error?.message).toMatch(expected);
});

const moved: [title: string, version: number, item: ItemInput, parameters: JsonObject, expected: unknown][] =
  [
    ["all of a file's JSON into the item", 1, withFile('{"a":1}', "a.json"), {}, { a: 1 }],
    [
      "a file's text into a new field of the item",
      1,
      withFile("hi", "a.txt"),
      { setAllData: false, destinationKey: "t" },
      { from: "input", t: "hi" },
    ],
    [
      "a file's data into a field",
      1,
      withFile("[1]", "a.json"),
      { setAllData: false, destinationKey: "t", options: { jsonParse: true } },
      { from: "input", t: [1] },
    ],
    [
      "base64 into a field",
      1.1,
      withFile("hi", "a.txt"),
      { setAllData: false, options: { keepAsBase64: true } },
      { from: "input", data: "aGk=" },
    ],
    ["nothing for an item without the file", 1, { a: 1 }, {}, { a: 1 }],
  ];

test.each(moved)("moves %s", async (_, version, item, parameters, expected) => {
  const { outputs } = await runNode({ type: moveBinaryData, version, parameters, items: [item] });
  expect(outputs).toEqual([[expected]]);
});

const movedToFile: [
  title: string,
  json: JsonObject,
  parameters: JsonObject,
  rest: JsonObject,
  expected: object,
][] = [
  ["an item", { a: 1 }, {}, {}, { text: '{"a":1}', type: "application/json" }],
  [
    "a field unchanged",
    { a: 1, html: "<p>" },
    {
      convertAllData: false,
      sourceKey: "html",
      options: { useRawData: true, mimeType: "text/html", fileName: "r.html" },
    },
    { a: 1 },
    { text: "<p>", type: "text/html", name: "r.html" },
  ],
  [
    "a field as JSON",
    { data: "x" },
    { convertAllData: false, options: { keepSource: true } },
    { data: "x" },
    { text: '"x"', type: "application/json" },
  ],
  [
    "a field of base64",
    { data: "aGk=" },
    { convertAllData: false, options: { dataIsBase64: true } },
    {},
    { text: "hi", type: "application/json" },
  ],
];

test.each(movedToFile)("moves %s into a file", async (_, json, parameters, rest, expected) => {
  const { outputs, items } = await runNode({
    type: moveBinaryData,
    version: 1,
    parameters: { mode: "jsonToBinary", ...parameters },
    items: [json],
  });
  expect(outputs).toEqual([[rest]]);
  expect(described(items[0]?.[0])).toMatchObject(expected);
});

test.each<[title: string, version: number, item: ItemInput, parameters: JsonObject, expected: unknown]>([
  ["CSV as text in version 2", 2, withFile("a\n1", "a.csv"), {}, [{ a: "1" }]],
  ["CSV with numbers in version 1", 1, withFile("a\n1", "a.csv"), {}, [{ a: 1 }]],
  ["a workbook by its content", 2, withFile(workbook([{ a: 1 }], "xlsx"), "a.xlsx"), {}, [{ a: 1 }]],
  [
    "rows without names",
    1,
    withFile(workbook([{ a: 1 }], "xls"), "a.xls"),
    { options: { headerRow: false } },
    [{ row: ["a"] }, { row: [1] }],
  ],
])("reads %s with Spreadsheet File", async (_, version, item, parameters, expected) => {
  const { outputs } = await runNode({ type: spreadsheetFile, version, parameters, items: [item] });
  expect(outputs).toEqual([expected]);
});

test("writes all items into one file with Spreadsheet File", async () => {
  const { items } = await runNode({
    type: spreadsheetFile,
    version: 1,
    parameters: { operation: "toFile", fileFormat: "csv", options: { fileName: "/files/out.csv" } },
    items: [{ a: 1 }, { a: 2 }],
  });
  expect(items[0]).toHaveLength(1);
  expect(described(items[0]?.[0])).toEqual({ text: "\uFEFFa\n1\n2", type: "text/csv", name: "out.csv" });
});
