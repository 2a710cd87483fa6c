import { deflateSync } from "node:zlib";
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { runNode } from "../../testing/run-node.ts";
import type { ItemInput } from "../../testing/scripted-node.ts";
import { extractFromFile } from "./extract-from-file.ts";
import { readPdfNode } from "./index.ts";
import { pdf, withFile, workbook } from "./sample-files.fixture.ts";

const extract = (item: ItemInput, parameters: JsonObject, version = 1) =>
  runNode({ type: extractFromFile, version, parameters, items: [item] });

const PEOPLE = [
  { name: "Ada", age: 36 },
  { name: "Bob", note: "x" },
];
const CSV = 'name,age,note\nAda,36,\n"Bob, B.",,"says ""hi"""\n';
const CALENDAR = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "PRODID:own",
  "BEGIN:VEVENT",
  "UID:1",
  "SUMMARY:Lunch",
  "DTSTAMP:20260101T000000Z",
  "DTSTART:20260102T110000Z",
  "DTEND:20260102T120000Z",
  "END:VEVENT",
  "END:VCALENDAR",
  "",
].join("\r\n");

const cases: [title: string, item: ItemInput, parameters: JsonObject, expected: unknown[]][] = [
  [
    "rows of CSV, without empty values",
    withFile(CSV, "a.csv"),
    {},
    [
      { name: "Ada", age: "36" },
      { name: "Bob, B.", note: 'says "hi"' },
    ],
  ],
  [
    "rows of CSV with empty values",
    withFile(CSV, "a.csv"),
    { options: { includeEmptyCells: true } },
    [
      { name: "Ada", age: "36", note: "" },
      { name: "Bob, B.", age: "", note: 'says "hi"' },
    ],
  ],
  [
    "rows without names",
    withFile("a;b\n1;2", "a.csv"),
    { options: { headerRow: false, delimiter: ";" } },
    [{ row: ["a", "b"] }, { row: ["1", "2"] }],
  ],
  [
    "the requested number of rows, from a given line",
    withFile("x\na,b\n1,2\n3,4", "a.csv"),
    { options: { fromLine: 2, maxRowCount: 1 } },
    [{ a: "1", b: "2" }],
  ],
  ["the byte order mark as n8n does", withFile("\uFEFFa\n1", "a.csv"), {}, [{ "\uFEFFa": "1" }]],
  [
    "no byte order mark if it is excluded",
    withFile("\uFEFFa\n1", "a.csv"),
    { options: { enableBOM: true } },
    [{ a: "1" }],
  ],
  [
    "another character set",
    withFile(Buffer.from([0x61, 0x0a, 0xe9]), "a.csv"),
    { options: { encoding: "latin1" } },
    [{ a: "é" }],
  ],
  ...(["xlsx", "xls", "ods"] as const).map((format): [string, ItemInput, JsonObject, unknown[]] => [
    `rows of ${format}`,
    withFile(workbook(PEOPLE, format), `a.${format}`),
    { operation: format },
    PEOPLE,
  ]),
  [
    "empty cells of a sheet selected by name",
    withFile(workbook(PEOPLE, "xlsx", "People"), "a.xlsx"),
    { operation: "xlsx", options: { includeEmptyCells: true, sheetName: "People" } },
    [
      { name: "Ada", age: 36, note: "" },
      { name: "Bob", age: "", note: "x" },
    ],
  ],
  [
    "a range of cells, without names",
    withFile(workbook(PEOPLE, "xlsx"), "a.xlsx"),
    { operation: "xlsx", options: { headerRow: false, range: "A2:B3" } },
    [{ row: ["Ada", 36] }, { row: ["Bob"] }],
  ],
  [
    "an HTML table",
    withFile("<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>x</td></tr></table>", "a.html"),
    { operation: "html" },
    [{ a: 1, b: "x" }],
  ],
  ["a table of rich text", withFile(workbook(PEOPLE, "rtf"), "a.rtf"), { operation: "rtf" }, PEOPLE],
  ["JSON", withFile('{"a": [1]}', "a.json"), { operation: "fromJson" }, [{ data: { a: [1] } }]],
  ["text", withFile("\uFEFFhi", "a.txt"), { operation: "text", destinationKey: "t.x" }, [{ t: { x: "hi" } }]],
  ["XML as text", withFile("<a/>", "a.xml"), { operation: "xml" }, [{ data: "<a/>" }]],
  ["bytes in base64", withFile("hi", "a.bin"), { operation: "binaryToPropery" }, [{ data: "aGk=" }]],
  [
    "text in addition to the item's own fields",
    withFile("hi", "a.txt"),
    { operation: "text", options: { keepSource: "json" } },
    [{ from: "input", data: "hi" }],
  ],
  [
    "a calendar",
    withFile(CALENDAR, "a.ics"),
    { operation: "fromIcs" },
    [
      {
        data: {
          version: "2.0",
          prodId: "own",
          events: [
            {
              uid: "1",
              summary: "Lunch",
              stamp: { date: "2026-01-01T00:00:00.000Z", type: "DATE-TIME" },
              start: { date: "2026-01-02T11:00:00.000Z", type: "DATE-TIME" },
              end: { date: "2026-01-02T12:00:00.000Z", type: "DATE-TIME" },
            },
          ],
        },
      },
    ],
  ],
];

test.each(cases)("returns %s", async (_, item, parameters, expected) => {
  const { outputs, error } = await extract(item, parameters);
  expect(error).toBeUndefined();
  expect(outputs[0]).toEqual(expected);
});

test("pairs each row with the item that contains its file", async () => {
  const { items } = await runNode({
    type: extractFromFile,
    version: 1.1,
    parameters: { binaryPropertyName: "csv" },
    items: [withFile("a\n1\n2", "a.csv", "csv"), withFile("a\n3", "b.csv", "csv")],
  });
  expect(items[0]?.map(({ json, pairedItem }) => [json.a, pairedItem])).toEqual([
    ["1", { item: 0 }],
    ["2", { item: 0 }],
    ["3", { item: 1 }],
  ]);
});

test("reads the pages of a PDF", async () => {
  const item = withFile(pdf("Hello there", "Second page"), "a.pdf");
  const { outputs, error } = await extract(item, { operation: "pdf" });
  expect(error).toBeUndefined();
  expect(outputs[0]).toEqual([
    expect.objectContaining({ numpages: 2, numrender: 2, text: "Hello there\n\nSecond page" }),
  ]);
  const first = await extract(item, {
    operation: "pdf",
    options: { joinPages: false, maxPages: 1, keepSource: "both" },
  });
  expect(first.outputs[0]).toEqual([
    expect.objectContaining({ from: "input", numrender: 1, text: ["Hello there"] }),
  ]);
  expect(Object.keys(first.items[0]?.[0]?.binary ?? {})).toEqual(["data"]);
});

test("keeps the file with the PDF's text in Read PDF", async () => {
  const read = (items: ItemInput[], parameters: JsonObject = {}) =>
    runNode({ type: readPdfNode, version: 1, parameters, items });
  const { outputs, items } = await read([withFile(pdf("Hello"), "a.pdf")]);
  expect(outputs[0]).toEqual([expect.objectContaining({ numpages: 1, text: "Hello" })]);
  expect(Object.keys(items[0]?.[0]?.binary ?? {})).toEqual(["data"]);
  expect(
    (await read([withFile(pdf("a", "b"), "a.pdf", "doc")], { binaryPropertyName: "doc" })).outputs[0]?.[0]
      ?.text,
  ).toBe("a\n\nb");
  expect((await read([{}])).error?.message).toContain("binary file 'data'");
  expect((await read([withFile("no pdf", "a.pdf")])).error?.message).toMatch(/PDF/);
});

const bombSheet = () => zipSync({ "xl/workbook.xml": new Uint8Array(80 * 1024 * 1024) }, { level: 9 });

function bombPdf(): Uint8Array {
  const packed = deflateSync(Buffer.alloc(40 * 1024 * 1024));
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n1 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`),
    packed,
    Buffer.from("\nendstream\nendobj\n"),
  ]);
}

const hostile: [title: string, item: ItemInput, parameters: JsonObject, expected: RegExp][] = [
  ["a missing file", {}, {}, /contain a binary file 'data', but none was found \[item 0\]/],
  ["a file of another name", withFile("a", "a.csv", "x"), {}, /binary file 'data'/],
  ["rows of unequal length", withFile("a,b\n1,2,3", "a.csv"), {}, /Invalid Record Length/],
  ["a quote that never ends", withFile('a\n"x', "a.csv"), {}, /Quote Not Closed/],
  [
    "a picture as a table",
    withFile(Buffer.from([0x50, 0x4b, 3, 4, 9]), "a.png"),
    { operation: "xlsx" },
    /is not in xlsx format/,
  ],
  [
    "a missing sheet",
    withFile(workbook(PEOPLE, "xlsx"), "a.xlsx"),
    { operation: "xlsx", options: { sheetName: "No" } },
    /sheet called "No"/,
  ],
  [
    "a workbook that expands too much",
    withFile(bombSheet(), "a.xlsx"),
    { operation: "xlsx" },
    /unpack to more than 64 MB/,
  ],
  [
    "a PDF that expands too much",
    withFile(bombPdf(), "a.pdf"),
    { operation: "pdf" },
    /unpacks to more than 32 MB/,
  ],
  ["data that is not a PDF", withFile("hi", "a.pdf"), { operation: "pdf" }, /PDF/],
  [
    "data that is not JSON",
    withFile("{", "a.json"),
    { operation: "fromJson" },
    /does not contain valid JSON/,
  ],
  ["data that is not a calendar", withFile("hi", "a.ics"), { operation: "fromIcs" }, /not a calendar/],
  [
    "an unknown character set",
    withFile("hi", "a.txt"),
    { operation: "text", options: { encoding: "klingon" } },
    /Unknown encoding 'klingon'/,
  ],
  ["an unknown operation", withFile("hi", "a.txt"), { operation: "wish" }, /Unknown operation 'wish'/],
];

test.each(hostile)("reports an error for %s", async (_, item, parameters, expected) => {
  const { error } = await extract(item, parameters);
  expect(error?.message).toMatch(expected);
  const { outputs } = await runNode({
    type: extractFromFile,
    version: 1,
    parameters,
    items: [item],
    node: { onError: "continueRegularOutput" },
  });
  expect(outputs).toEqual([[{ error: expect.stringMatching(expected) }]]);
});

test("reads only the used cells of a sheet that declares a huge range", async () => {
  const { unzipSync, strFromU8, strToU8 } = await import("fflate");
  const parts = unzipSync(workbook([{ a: 1 }], "xlsx"));
  const name = "xl/worksheets/sheet1.xml";
  parts[name] = strToU8(
    strFromU8(parts[name] ?? new Uint8Array()).replace(
      /<dimension ref="[^"]*"/,
      '<dimension ref="A1:XFD1048576"',
    ),
  );
  const { outputs } = await extract(withFile(zipSync(parts), "a.xlsx"), { operation: "xlsx" });
  expect(outputs).toEqual([[{ a: 1 }]]);
});

test("treats prototype names as ordinary fields", async () => {
  const { outputs } = await extract(withFile("__proto__,constructor\n1,2", "a.csv"), {});
  expect(JSON.stringify(outputs)).toContain('"constructor":"2"');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});
