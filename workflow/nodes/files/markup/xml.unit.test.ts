import { expect, test } from "vitest";
import type { JsonObject } from "../../../model/item.ts";
import { runNode } from "../../../testing/run-node.ts";
import { xml } from "./xml.ts";

const run = (data: JsonObject, parameters: JsonObject = {}) =>
  runNode({ type: xml, version: 1, parameters, items: [data] });

const DATA = '<list kind="a"><item id="1">x</item><item>y</item><empty/></list>';

test.each<[title: string, data: JsonObject, parameters: JsonObject, expected: unknown]>([
  [
    "attributes as fields",
    { data: DATA },
    {},
    { list: { kind: "a", item: [{ _: "x", id: "1" }, "y"], empty: "" } },
  ],
  [
    "attributes separately, under a name",
    { data: '<a b="1">x</a>' },
    { options: { mergeAttrs: false, attrkey: "@" } },
    { a: { _: "x", "@": { b: "1" } } },
  ],
  [
    "everything in lists",
    { data: "<a><b>1</b></a>" },
    { options: { explicitArray: true } },
    { a: { b: ["1"] } },
  ],
  [
    "trimmed values without a root",
    { xml: "<a><b> 1 </b></a>" },
    { dataPropertyName: "xml", options: { explicitRoot: false, trim: true } },
    { b: "1" },
  ],
  [
    "names in lower case",
    { data: "<A><B>1</B></A>" },
    { options: { normalizeTags: true, ignoreAttrs: true } },
    { a: { b: "1" } },
  ],
  [
    "names such as __proto__, without changing prototypes",
    { data: "<a><constructor>1</constructor></a>" },
    {},
    { a: { constructor: [null, "1"] } },
  ],
])("reads %s", async (_, data, parameters, expected) => {
  const { outputs, error } = await run(data, parameters);
  expect(error).toBeUndefined();
  expect(outputs).toEqual([[expected]]);
});

test.each<[title: string, data: JsonObject, parameters: JsonObject, expected: string]>([
  [
    "an item",
    { a: { b: [1, 2] } },
    {},
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<a>\n  <b>1</b>\n  <b>2</b>\n</a>',
  ],
  ["an item without an XML declaration", { a: "x" }, { options: { headless: true } }, "<a>x</a>"],
  [
    "a root with a given name",
    { a: "x", b: "y" },
    { options: { headless: true, rootName: "r" } },
    "<r>\n  <a>x</a>\n  <b>y</b>\n</r>",
  ],
  ["attributes", { a: { $: { id: 1 }, _: "<" } }, { options: { headless: true } }, '<a id="1">&lt;</a>'],
])("writes %s", async (_, data, parameters, expected) => {
  const { outputs } = await run(data, { mode: "jsonToxml", ...parameters });
  expect(outputs).toEqual([[{ data: expected }]]);
});

const laughs =
  '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]><l>&c;</l>';

test.each<[title: string, data: JsonObject, expected: RegExp]>([
  ["a missing field", {}, /Item has no JSON property called "data"/],
  ["tags that do not close", { data: "<a><b></a>" }, /Unexpected close tag/],
  ["custom entities", { data: laughs }, /Invalid character entity/],
  [
    "a local file as an entity",
    { data: '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><l>&x;</l>' },
    /Invalid character entity/,
  ],
  [
    "a thousand levels",
    { data: `${"<a>".repeat(1_000)}${"</a>".repeat(1_000)}` },
    /nested more than 200 levels/,
  ],
  ["fifty thousand levels", { data: `${"<a>".repeat(50_000)}${"</a>".repeat(50_000)}` }, /./],
  [
    "a document that is too large",
    { data: `<a>${"x".repeat(10_000_001)}</a>` },
    /longer than 10000000 characters/,
  ],
])("refuses %s", async (_, data, expected) => {
  expect((await run(data)).error?.message).toMatch(expected);
});

test("returns an error item for an item without the field if the node continues on errors", async () => {
  const { outputs } = await runNode({
    type: xml,
    version: 1,
    items: [{ data: "<a>1</a>" }, {}],
    node: { onError: "continueRegularOutput" },
  });
  expect(outputs).toEqual([[{ a: "1" }, { error: 'Item has no JSON property called "data"' }]]);
});
