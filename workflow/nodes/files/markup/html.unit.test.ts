import { expect, test } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { runNode } from "../../../testing/run-node.ts";
import type { ItemInput } from "../../../testing/scripted-node.ts";
import { withFile } from "../sample-files.fixture.ts";
import { html, htmlExtract } from "./html.ts";

const PAGE =
  '<html><body><h1 class="t"> Big\n news </h1><a href="/a">A</a><a href="/b">B <img src="x" alt="pic"></a><input value="v"><p>one</p><p>two</p></body></html>';

const values = (...extractions: JsonObject[]) => ({ extractionValues: { values: extractions } });

const found: [
  title: string,
  version: number,
  item: ItemInput,
  parameters: JsonObject,
  expected: unknown[],
][] = [
  [
    "text unchanged if values are not trimmed",
    1,
    { data: PAGE },
    { ...values({ key: "t", cssSelector: "h1" }), options: { trimValues: false } },
    [{ t: " Big\n news " }],
  ],
  [
    "null for elements without the attribute",
    1,
    { data: PAGE },
    values({ key: "l", cssSelector: "a, p", returnValue: "attribute", attribute: "href", returnArray: true }),
    [{ l: ["/a", "/b", null, null] }],
  ],
  [
    "trimmed text",
    1,
    { data: PAGE },
    { ...values({ key: "t", cssSelector: ".t" }), options: { trimValues: true } },
    [{ t: "Big\n news" }],
  ],
  [
    "cleaned text",
    1.1,
    { data: PAGE },
    { ...values({ key: "t", cssSelector: ".t" }), options: { cleanUpText: true } },
    [{ t: "Big news" }],
  ],
  [
    "attributes as a list",
    1,
    { data: PAGE },
    values({ key: "l", cssSelector: "a", returnValue: "attribute", attribute: "href", returnArray: true }),
    [{ l: ["/a", "/b"] }],
  ],
  [
    "the HTML, value or attribute of only the first match",
    1,
    { data: PAGE },
    values(
      { key: "h", cssSelector: "p", returnValue: "html" },
      { key: "v", cssSelector: "input", returnValue: "value" },
      { key: "a", cssSelector: "a", returnValue: "attribute", attribute: "href" },
    ),
    [{ h: "one", v: "v", a: "/a" }],
  ],
  [
    "nothing if nothing matches",
    1,
    { data: PAGE },
    { ...values({ key: "t", cssSelector: "h6" }), options: { trimValues: false } },
    [{}],
  ],
  [
    "an empty list if nothing matches",
    1.2,
    { data: PAGE },
    values({ key: "t", cssSelector: "h6", returnArray: true }),
    [{ t: [] }],
  ],
  [
    "readable text without the skipped elements",
    1.2,
    {
      data: "<div><h1>Title</h1><p>one <b>two</b></p><p class='no'>x</p><a href='https://example.com'>go</a></div>",
    },
    values({ key: "t", cssSelector: "div", skipSelectors: ".no, h1" }),
    [{ t: "one two\n\ngo [https://example.com]" }],
  ],
  [
    "an item for each page of a list",
    1,
    { pages: ["<p>a</p>", "<p>b</p>"] },
    { ...values({ key: "t", cssSelector: "p" }), dataPropertyName: "pages" },
    [{ t: "a" }, { t: "b" }],
  ],
  [
    "values from a file",
    1.2,
    withFile("<p>a</p>", "a.html"),
    { ...values({ key: "t", cssSelector: "p" }), sourceData: "binary" },
    [{ t: "a" }],
  ],
];

test.each(found)("extracts %s", async (_, version, item, parameters, expected) => {
  const { outputs, error } = await runNode({
    type: html,
    version,
    parameters: { operation: "extractHtmlContent", ...parameters },
    items: [item],
  });
  expect(error).toBeUndefined();
  expect(outputs).toEqual([expected]);
});

test.each(found.filter(([, version]) => version === 1))(
  "extracts %s with HTML Extract",
  async (_, version, item, parameters, expected) => {
    const { outputs } = await runNode({ type: htmlExtract, version, parameters, items: [item] });
    expect(outputs).toEqual([expected]);
  },
);

test.each([
  [html, " Big\n news "],
  [htmlExtract, "Big\n news"],
] as const)("trims text by default with HTML Extract only", async (type, expected) => {
  const { outputs } = await runNode({
    ...{ type, version: 1, items: [{ data: PAGE }] },
    parameters: { operation: "extractHtmlContent", ...values({ key: "t", cssSelector: "h1" }) },
  });
  expect(outputs).toEqual([[{ t: expected }]]);
});

test.each<[title: string, parameters: JsonObject, expected: RegExp]>([
  ["a missing field", { dataPropertyName: "no" }, /No property named "no" exists!/],
  ["an invalid selector", values({ key: "t", cssSelector: "p[[" }), /./],
  ["an endless page", { dataPropertyName: "deep" }, /nested more than 1000 levels/],
  ["a missing file", { sourceData: "binary" }, /binary file 'data'/],
])("reports an error for %s", async (_, parameters, expected) => {
  const { error } = await runNode({
    type: html,
    version: 1.2,
    parameters: { operation: "extractHtmlContent", ...parameters },
    items: [{ data: PAGE, deep: "<div>".repeat(100_000) }],
  });
  expect(error?.message).toMatch(expected);
});

test.each<[title: string, page: string, expected: string]>([
  ["values", "<p>{{ $json.a }} {{ $json.b.c }}</p>", "<p>1 x</p>"],
  ["missing values as JavaScript writes them", "<p>{{ $json.no }}</p>", "<p>undefined</p>"],
  ["objects and lists", "{{ $json.b }} {{ [1, 2] }}", "[object Object] 1,2"],
  ["no expressions", "<p>{ a }</p>", "<p>{ a }</p>"],
  ["a whole expression", "=<p>{{ $json.a }}</p>", "<p>1</p>"],
])("renders a template with %s", async (_, page, expected) => {
  const { outputs, error } = await runNode({
    type: html,
    version: 1.2,
    parameters: { html: page },
    items: [{ a: 1, b: { c: "x" } }],
  });
  expect(error).toBeUndefined();
  expect(outputs).toEqual([[{ html: expected }]]);
});

test("converts all items to one table", async () => {
  const { outputs, items } = await runNode({
    type: html,
    version: 1.2,
    parameters: {
      operation: "convertToHtmlTable",
      options: { customStyling: true, capitalize: true, caption: "People", tableAttributes: 'id="t"' },
    },
    items: [{ first_name: "Ada", ok: true }, { age: 3 }],
  });
  expect(outputs[0]).toEqual([
    {
      table:
        '<table  id="t"><caption>People</caption><thead  ><tr><th>First Name</th><th>Ok</th><th>Age</th></tr></thead><tbody>' +
        '<tr  ><td  >Ada</td><td  ><input type="checkbox" checked="checked"/></td><td  >undefined</td></tr>' +
        "<tr  ><td  >undefined</td><td  >undefined</td><td  >3</td></tr></tbody></table>",
    },
  ]);
  expect(items[0]?.[0]?.pairedItem).toEqual([{ item: 0 }, { item: 1 }]);
});
