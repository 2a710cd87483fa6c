import { test } from "vitest";
import type { JsonObject } from "../../model/item.ts";
import { AI_TRANSFORM_NODE, CODE_NODE } from "./code.ts";
import { type Case, expectCase, PEOPLE } from "./code-cases.fixture.ts";
import { FUNCTION_ITEM_NODE, FUNCTION_NODE } from "./function.ts";
import { LANGCHAIN_CODE_NODE } from "./langchain-code.ts";

const CODE: readonly Case[] = [
  {
    name: "returns the items that it received",
    code: "return $input.all();",
    gives: PEOPLE,
    pairs: [{ item: 0 }, { item: 1 }],
  },
  {
    name: "changes items without changing the items of other nodes",
    code: "for (const item of $input.all()) { item.json.old = item.json.age > 18; }\nreturn $input.all();",
    gives: [
      { name: "Ada", age: 36, old: true },
      { name: "Bo", age: 5, old: false },
    ],
  },
  {
    name: "turns objects into the fields of items",
    code: "return items.map(({ json }) => ({ upper: json.name.toUpperCase() }));",
    gives: [{ upper: "ADA" }, { upper: "BO" }],
  },
  { name: "turns one object into one item", code: "return { sum: 41 };", gives: [{ sum: 41 }] },
  { name: "accepts a single item", code: "return { json: { sum: 41 } };", gives: [{ sum: 41 }] },
  { name: "returns no items", code: "return [];", gives: [] },
  {
    name: "keeps its own pairing",
    code: "return [{ json: { a: 1 }, pairedItem: 1 }];",
    gives: [{ a: 1 }],
    pairs: [{ item: 1 }],
  },
  {
    name: "reads first, last and item",
    code: "return { f: $input.first().json.name, l: $input.last().json.name, i: $input.item.json.name, j: $json.age };",
    gives: [{ f: "Ada", l: "Bo", i: "Ada", j: 36 }],
  },
  {
    name: "can define names that n8n also defines",
    code: "const items = $input.all(); const item = items[1]; return item;",
    gives: [PEOPLE[1] as JsonObject],
  },
  {
    name: "runs version 1",
    version: 1,
    code: "items[0].json.x = 1; return items;",
    gives: [{ name: "Ada", age: 36, x: 1 }, PEOPLE[1] as JsonObject],
  },
  {
    name: "reads other nodes",
    code: "return { all: $('Before').all().length, first: $('Before').first().json.n, item: $('Before').item.json.n, at: $('Before').itemMatching(1).json.n, old: $node['Before'].json.n, items: $items('Before').map((i) => i.json.n), ran: $('Before').isExecuted };",
    others: { Before: [{ n: 1 }, { n: 2 }] },
    gives: [{ all: 2, first: 1, item: 1, at: 2, old: 1, items: [1, 2], ran: true }],
  },
  {
    name: "fails for a missing node",
    code: "return $('Nowhere').all();",
    fails: /the workflow has no node 'Nowhere' \[line 1\]/,
  },
  {
    name: "reads dates in the workflow's time zone",
    timezone: "Europe/Zurich",
    code: "const d = DateTime.fromISO('2026-01-31T23:30:00Z');\nreturn { iso: d.toISO(), text: d.toFormat('dd LLL yyyy HH:mm'), date: new Date('2026-01-31T23:30:00Z'), it: d, plus: d.plus({ months: 1 }).toISODate(), type: typeof $now.toISO(), zone: $today.zoneName };",
    gives: [
      {
        iso: "2026-02-01T00:30:00.000+01:00",
        text: "01 Feb 2026 00:30",
        date: "2026-01-31T23:30:00.000Z",
        it: "2026-02-01T00:30:00.000+01:00",
        plus: "2026-03-01",
        type: "string",
        zone: "Europe/Zurich",
      },
    ],
  },
  {
    name: "formats text for a locale",
    code: "return { n: (1234567.5).toLocaleString('de-DE'), d: new Date(0).toLocaleDateString('en-US', { timeZone: 'UTC' }), c: new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(5), s: ['b', 'ä', 'a'].sort((x, y) => x.localeCompare(y)) };",
    gives: [{ n: "1.234.567,5", d: "1/1/1970", c: "$5.00", s: ["a", "ä", "b"] }],
  },
  {
    name: "sends a request",
    code: "const a = await this.helpers.httpRequest({ method: 'POST', url: 'https://a.example/x', body: { b: 1 }, qs: { q: 'c d' } });\nreturn { method: a.method, url: a.url, body: a.body };",
    gives: [{ method: "POST", url: "https://a.example/x?q=c+d", body: '{"b":1}' }],
  },
  {
    name: "fails if its request is refused",
    code: "await this.helpers.httpRequest({ url: 'https://a.example/missing' });",
    fails: /Request failed with status code 404/,
  },
  {
    name: "computes bytes and hashes",
    code: "return { b: Buffer.from('hällo').toString('base64'), h: require('crypto').createHash('md5').update('a').digest('hex'), u: new URL('https://a.example/b?c=1').searchParams.get('c') };",
    gives: [{ b: "aMOkbGxv", h: "0cc175b9c0f1b6a831c399e269772661", u: "1" }],
  },
  {
    name: "logs to the console",
    code: "console.log('a', { b: 1 }); return [];",
    gives: [],
    logs: ['a {\n  "b": 1\n}'],
  },
  { name: "queries data", code: "return { v: $jmespath($json, 'name') };", gives: [{ v: "Ada" }] },
  {
    name: "fails if it returns nothing",
    code: "1 + 1;",
    fails: /^Code doesn't return items properly\. Please return/,
  },
  { name: "fails if it returns a string", code: "return 'x';", fails: /^Code doesn't return items properly/ },
  {
    name: "fails if it returns numbers",
    code: "return [1];",
    fails: /^A 'json' property isn't an object \[item 0\]/,
  },
  {
    name: "fails if json is a string",
    code: "return [{ json: 'x' }];",
    fails: /^A 'json' property isn't an object \[item 0\]/,
  },
  {
    name: "fails for items with other keys",
    code: "return [{ json: {}, extra: 1 }];",
    fails: /^Unknown top-level item key: extra \[item 0\]/,
  },
  { name: "fails with the error that it throws", code: "\nthrow new Error('boom');", fails: "boom [line 2]" },
  {
    name: "fails if it reads a field of undefined",
    code: "const a = {};\nreturn a.b.c;",
    fails: "Cannot read properties of undefined (reading 'c') [line 2]",
  },
  {
    name: "fails if it calls something that is not a function",
    code: "const a = {};\n\nreturn a.b();",
    fails: "a.b is not a function [line 3]",
  },
  { name: "fails for an undefined name", code: "return nowhere;", fails: "nowhere is not defined [line 1]" },
  {
    name: "fails for text that is not JSON",
    code: "return JSON.parse('no');",
    fails: "Unexpected token 'o', \"no\" is not valid JSON [line 1]",
  },
  {
    name: "fails if it cannot be parsed",
    code: "const a = 1;\nconst = 2;",
    fails: /Unexpected token.* \[line 2\]/,
  },
  {
    name: "continues after an error",
    onError: "continueRegularOutput",
    code: "throw new Error('boom');",
    gives: [{ error: "boom [line 1]" }],
  },
  {
    name: "continues if it returns nothing: the item has the error without the advice",
    onError: "continueRegularOutput",
    code: "1 + 1;",
    gives: [{ error: "Code doesn't return items properly" }],
  },
  {
    name: "continues if json is a string",
    onError: "continueRegularOutput",
    code: "return [{ json: 'x' }];",
    gives: [{ error: "A 'json' property isn't an object [item 0]" }],
  },
  {
    name: "continues if it returns a list for one item",
    each: true,
    onError: "continueRegularOutput",
    code: "return $json.age > 18 ? [item] : { extra: 1, json: {} };",
    gives: [
      { error: "Code doesn't return a single object [item 0]" },
      { error: "Unknown top-level item key: extra [item 1]" },
    ],
  },
  {
    name: "runs for each item",
    each: true,
    code: "return { double: $json.age * 2, at: $itemIndex };",
    gives: [
      { double: 72, at: 0 },
      { double: 10, at: 1 },
    ],
    pairs: [{ item: 0 }, { item: 1 }],
  },
  {
    name: "changes each item",
    each: true,
    code: "$input.item.json.x = 1; return $input.item;",
    gives: [
      { name: "Ada", age: 36, x: 1 },
      { name: "Bo", age: 5, x: 1 },
    ],
  },
  {
    name: "reads each item by its name",
    each: true,
    code: "return item.json.age > 18 ? item : null;",
    gives: [PEOPLE[0] as JsonObject],
    pairs: [{ item: 0 }],
  },
  {
    name: "reads another node's item for each item",
    each: true,
    code: "return { n: $('Before').item.json.n };",
    others: { Before: [{ n: 1 }, { n: 2 }] },

    gives: [{ n: 1 }, { n: 2 }],
  },
  {
    name: "fails for each item if it reads all items",
    each: true,
    code: "return $input.all();",
    fails: /^Can't use \.all\(\) here.* \[line 1, for item 0\]$/,
  },
  {
    name: "fails for each item if it returns a list",
    each: true,
    code: "return [item];",
    fails: /^Code doesn't return a single object \[item 0\]/,
  },
  {
    name: "fails for each item if it returns a string",
    each: true,
    code: "return 'x';",
    fails: /^Code doesn't return an object \[item 0\]/,
  },
  {
    name: "continues if it fails for one item",
    each: true,
    onError: "continueRegularOutput",
    code: "if ($json.age < 18) throw new Error('young');\nreturn { ok: true };",
    gives: [{ ok: true }, { error: "young [line 1, for item 1]" }],
    pairs: [{ item: 0 }, { item: 1 }],
  },
  {
    name: "fails if it reads an entry of undefined",
    code: "const a = {};\nreturn a.b[0].c;",
    fails: "Cannot read properties of undefined (reading '0') [line 2]",
  },
  {
    name: "fails if it iterates over something that is not a list",
    code: "const a = {};\nfor (const b of a.list) b();",
    fails: "a.list is not iterable [line 2]",
  },
];

test.each(CODE)("Code $name", { timeout: 20_000 }, (testCase) =>
  expectCase(CODE_NODE, testCase, {
    jsCode: testCase.code,
    ...(testCase.each && { mode: "runOnceForEachItem" }),
  }),
);

test("a Code node without code runs n8n's default code", async () => {
  await expectCase(
    CODE_NODE,
    { name: "", code: "", items: [{ a: 1 }], gives: [{ a: 1, myNewField: 1 }] },
    {},
  );
});

const FUNCTION: readonly Case[] = [
  {
    name: "returns changed items",
    code: "items[0].json.x = 1; return items;",
    gives: [{ name: "Ada", age: 36, x: 1 }, PEOPLE[1] as JsonObject],
  },
  { name: "returns fewer items", code: "return [{ json: { n: items.length } }];", gives: [{ n: 2 }] },
  {
    name: "reads items of another node",
    code: "return $items('Before', 0, 0).map((i) => ({ json: { m: i.json.n } }));",
    others: { Before: [{ n: 1 }] },
    gives: [{ m: 1 }],
  },
  {
    name: "fails if it returns nothing",
    code: "items;",
    fails: "No data got returned. Always return an Array of items!",
  },
  { name: "returns one item", code: "return { json: { a: 1 } };", gives: [{ a: 1 }] },
  { name: "accepts fields without json", code: "return [{ a: 1 }, { b: 2 }];", gives: [{ a: 1 }, { b: 2 }] },
  {
    name: "fails if it returns no list",
    code: "return 7;",
    fails: "Always an Array of items has to be returned!",
  },
  {
    name: "fails if only some items have json",
    code: "return [{ json: {} }, { a: 1 }];",
    fails: 'All returned items have to contain a property named "json"!',
  },
];

test.each(FUNCTION)("Function $name", { timeout: 20_000 }, (testCase) =>
  expectCase(FUNCTION_NODE, testCase, { functionCode: testCase.code }),
);

const FUNCTION_ITEM: readonly Case[] = [
  {
    name: "changes the fields of each item",
    code: "item.next = item.age + 1;\nreturn item;",
    gives: [
      { name: "Ada", age: 36, next: 37 },
      { name: "Bo", age: 5, next: 6 },
    ],
    pairs: [{ item: 0 }, { item: 1 }],
  },
  { name: "returns other fields", code: "return { n: item.name };", gives: [{ n: "Ada" }, { n: "Bo" }] },
  {
    name: "treats json as a field",
    code: "return { json: { a: 1 } };",
    gives: [{ json: { a: 1 } }, { json: { a: 1 } }],
  },
  {
    name: "fails if it returns nothing",
    code: "item;",
    fails: "No data got returned. Always an object has to be returned!",
  },
];

test.each(FUNCTION_ITEM)("Function Item $name", { timeout: 20_000 }, (testCase) =>
  expectCase(FUNCTION_ITEM_NODE, testCase, { functionCode: testCase.code }),
);

const AI_TRANSFORM: readonly Case[] = [
  {
    name: "returns filtered items",
    code: "return $input.all().filter((i) => i.json.age > 18);",
    gives: [PEOPLE[0] as JsonObject],
  },
  { name: "returns an object", code: "return { a: 1 };", gives: [{ a: 1 }] },
  { name: "fails without code", code: "", fails: /^Missing code to execute/ },
  { name: "fails with the error that it throws", code: "throw new Error('x')", fails: "x [line 1]" },
];

test.each(AI_TRANSFORM)("AI Transform $name", { timeout: 20_000 }, (testCase) =>
  expectCase(AI_TRANSFORM_NODE, testCase, { jsCode: testCase.code }),
);

const LANGCHAIN: readonly Case[] = [
  { name: "returns items", code: "return [{ json: { n: $input.all().length } }];", gives: [{ n: 2 }] },
  {
    name: "fails if it needs the LangChain library",
    code: "const { x } = require('langchain/chains');",
    fails: /uses the LangChain library/,
  },
  {
    name: "fails if it needs connected sub-nodes",
    code: "await this.getInputConnectionData('ai_languageModel', 0);",
    fails: /connected sub-nodes/,
  },
  { name: "fails with the error that it throws", code: "throw new Error('x')", fails: "x [line 1]" },
];

test.each(LANGCHAIN)("LangChain Code $name", { timeout: 20_000 }, (testCase) =>
  expectCase(LANGCHAIN_CODE_NODE, testCase, { code: { execute: { code: testCase.code } } }),
);
