import type { JsonValue } from "@stoa/runtime/protocol";
import { describe, expect, it } from "vitest";
import { runNode } from "../../../testing/run-node.ts";
import { nodeCases } from "../core-cases.fixture.ts";
import { SET_NODE } from "./set-node.ts";

const assign = (...fields: [name: string, type: string, value: JsonValue][]) => ({
  assignments: { assignments: fields.map(([name, type, value]) => ({ id: name, name, type, value })) },
});
const PERSON = { name: "Ada", address: { city: "London", zip: "W1" }, age: 36 };
const FILE = { data: { bytes: new Uint8Array([1]), mimeType: "text/plain" } };

describe("Set in version 3.3 and later", () => {
  nodeCases(SET_NODE, [
    {
      name: "returns only the fields that it sets, with their types",
      version: 3.4,
      items: [PERSON],
      parameters: assign(
        ["title", "string", "=Dr {{ $json.name }}"],
        ["years", "number", "={{ '41' }}"],
        ["isOld", "boolean", "={{ 'TRUE' }}"],
        ["tags", "array", '["a", 1]'],
        ["where", "object", "={{ $json.address }}"],
        ["text", "string", "={{ $json.address }}"],
      ),
      gives: [
        [
          {
            title: "Dr Ada",
            years: 41,
            isOld: true,
            tags: ["a", 1],
            where: { city: "London", zip: "W1" },
            text: '{"city":"London","zip":"W1"}',
          },
        ],
      ],
    },
    {
      name: "sets null if an expression has no value",
      version: 3.4,
      items: [{}],
      parameters: assign(["a", "string", "={{ $json.none }}"], ["b", "object", "={{ $json.none }}"]),
      gives: [[{ a: null, b: null }]],
    },
    {
      name: "sets nested fields by dots and keeps all others",
      version: 3.4,
      items: [PERSON],
      parameters: {
        includeOtherFields: true,
        ...assign(["address.city", "string", "Paris"], ["list[1]", "number", 2]),
      },
      gives: [[{ name: "Ada", address: { city: "Paris", zip: "W1" }, age: 36, list: [null, 2] }]],
    },
    {
      name: "treats dots as characters if dot notation is off",
      version: 3.4,
      items: [{}],
      parameters: { options: { dotNotation: false }, ...assign(["a.b", "string", "x"]) },
      gives: [[{ "a.b": "x" }]],
    },
    {
      name: "keeps selected fields, each named after the last part of its path",
      version: 3.4,
      items: [PERSON],
      parameters: {
        includeOtherFields: true,
        include: "selected",
        includeFields: "address.zip, age, none",
        ...assign(["x", "number", 1]),
      },
      gives: [[{ zip: "W1", age: 36, x: 1 }]],
    },
    {
      name: "writes NaN as text",
      version: 3.4,
      items: [{}],
      parameters: assign(["a", "string", "={{ 0 / 0 }}"]),
      gives: [[{ a: "NaN" }]],
    },
    {
      name: "refuses empty text as a boolean",
      version: 3.4,
      items: [{}],
      parameters: assign(["a", "boolean", "={{ '' }}"]),
      fails: "'a' expects a boolean but we got '' [item 0]",
    },
    {
      name: "reads words of an object literal as text",
      version: 3.4,
      items: [{}],
      parameters: assign(["a", "object", "{b: yes}"]),
      gives: [[{ a: { b: "yes" } }]],
    },
    {
      name: "keeps all fields except the excluded ones",
      version: 3.3,
      items: [PERSON],
      parameters: {
        includeOtherFields: true,
        include: "except",
        excludeFields: "address.zip,name",
        ...assign(["x", "number", 1]),
      },
      gives: [[{ address: { city: "London" }, age: 36, x: 1 }]],
    },
    {
      name: "names the field that has another type",
      version: 3.4,
      items: [{ age: "old" }],
      parameters: assign(["age", "number", "={{ $json.age }}"]),
      fails: {
        message: "'age' expects a number but we got 'old' [item 0]",
        field: "assignments.assignments[0].value",
      },
    },
    {
      name: "continues with an item that has the error",
      version: 3.4,
      items: [{ age: "old" }, { age: "3" }],
      node: { onError: "continueRegularOutput" },
      parameters: assign(["age", "number", "={{ $json.age }}"]),
      gives: [[{ error: "'age' expects a number but we got 'old' [item 0]" }, { age: 3 }]],
    },
    {
      name: "leaves values that cannot be converted unchanged if enabled",
      version: 3.4,
      items: [{}],
      parameters: {
        options: { ignoreConversionErrors: true },
        ...assign(["age", "number", "old"], ["o", "object", "no"]),
      },
      gives: [[{ age: "old", o: "no" }]],
    },
    {
      name: "does not accept a list as an object",
      version: 3.4,
      items: [{}],
      parameters: assign(["o", "object", "[1]"]),
      fails: "'o' expects a object but we got '[1]' [item 0]",
    },
  ]);
});

describe("Set in JSON mode", () => {
  const raw = (jsonOutput: JsonValue, more = {}) => ({ mode: "raw", jsonOutput, ...more });
  nodeCases(SET_NODE, [
    {
      name: "returns a fixed object",
      version: 3.4,
      items: [{ a: 1 }],
      parameters: raw('{"b": [1, {"c": null}]}'),
      gives: [[{ b: [1, { c: null }] }]],
    },
    {
      name: "writes lists and objects of expressions as JSON",
      version: 3.4,
      items: [{ tags: ["x"], name: "Ada" }],
      parameters: raw('={ "tags": {{ $json.tags }}, "name": "{{ $json.name }}", "o": {{ {a: {b: 1}} }} }'),
      gives: [[{ tags: ["x"], name: "Ada", o: { a: { b: 1 } } }]],
    },
    {
      name: "accepts an object from an expression",
      version: 3.4,
      items: [{ o: { a: 1 } }],
      parameters: raw("={{ $json.o }}"),
      gives: [[{ a: 1 }]],
    },
    {
      name: "accepts single quotes and unquoted keys",
      version: 3.3,
      items: [{}],
      parameters: raw("{ a: 'x', \"b\": -1, }"),
      gives: [[{ a: "x", b: -1 }]],
    },
    {
      name: "keeps other fields",
      version: 3.4,
      items: [{ a: 1, b: 2 }],
      parameters: raw('{"b": 3, "c.d": 4}', { includeOtherFields: true }),
      gives: [[{ a: 1, b: 3, c: { d: 4 } }]],
    },
    {
      name: "refuses invalid JSON",
      version: 3.4,
      items: [{}],
      parameters: raw('{"a": 1} {"b": 2}'),
      fails: { message: "The 'JSON Output' in item 0 contains invalid JSON", field: "jsonOutput" },
    },
    {
      name: "repairs line breaks, missing quotes and missing values",
      version: 3.4,
      items: [{ s: "x\ny", w: "word" }],
      parameters: raw('={"s": "{{ $json.s }}", "w": {{ $json.w }}, "n": {{ $json.none }}'),
      gives: [[{ s: "x\ny", w: "word", n: null }]],
    },
    {
      name: "refuses a list",
      version: 3.4,
      items: [{}],
      parameters: raw("[1]"),
      fails: "The 'JSON Output' in item 0 does not contain a valid JSON object",
    },
  ]);
});

describe("Set versions 3 to 3.2", () => {
  nodeCases(SET_NODE, [
    {
      name: "keeps all other fields by default",
      version: 3.2,
      items: [{ a: 1 }],
      parameters: {
        fields: {
          values: [
            { name: "s", stringValue: "={{ 5 }}" },
            { name: "n", type: "numberValue", numberValue: "7" },
            { name: "b", type: "booleanValue", booleanValue: "false" },
            { name: "l", type: "arrayValue", arrayValue: "[1]" },
            { name: "o", type: "objectValue", objectValue: '={"t": {{ [1] }} }' },
          ],
        },
      },
      gives: [[{ a: 1, s: "5", n: 7, b: false, l: [1], o: { t: [1] } }]],
    },
    {
      name: "refuses an object that is not valid JSON",
      version: 3.2,
      items: [{}],
      parameters: { fields: { values: [{ name: "o", type: "objectValue", objectValue: "[1]" }] } },
      fails: `The entry "o" inside 'Fields to Set' in item 0 does not contain a valid JSON object`,
    },
    {
      name: "keeps no other fields",
      version: 3,
      items: [{ a: 1 }],
      parameters: { include: "none", fields: { values: [{ name: "b", stringValue: "x" }] } },
      gives: [[{ b: "x" }]],
    },
    {
      name: "keeps selected fields",
      version: 3.2,
      items: [{ a: 1, c: 2 }],
      parameters: {
        include: "selected",
        includeFields: "c",
        fields: { values: [{ name: "b", stringValue: "x" }] },
      },
      gives: [[{ c: 2, b: "x" }]],
    },
  ]);
});

describe("Set versions 1 and 2", () => {
  const values = {
    string: [
      { name: "s", value: "={{ 5 }}" },
      { name: "a.b", value: "x" },
    ],
    number: [{ name: "n", value: "={{ '7' }}" }],
    boolean: [{ name: "b", value: true }, { name: "c" }],
  };
  nodeCases(SET_NODE, [
    {
      name: "version 1 keeps the types of expressions",
      version: 1,
      items: [{ z: 1 }],
      parameters: { values },
      gives: [[{ z: 1, s: 5, n: "7", b: true, c: false, a: { b: "x" } }]],
    },
    {
      name: "version 2 converts numeric text of numbers only",
      version: 2,
      items: [{ z: 1 }],
      parameters: { values },
      gives: [[{ z: 1, s: 5, n: 7, b: true, c: false, a: { b: "x" } }]],
    },
    {
      name: "keeps only the fields that it sets",
      version: 2,
      items: [{ z: 1 }, { z: 2 }],
      parameters: { keepOnlySet: true, values: { string: [{ name: "s", value: "={{ $json.z }}" }] } },
      gives: [[{ s: 1 }, { s: 2 }]],
    },
    {
      name: "keeps null and text that is not a number, and converts booleans as JavaScript does",
      version: 2,
      items: [{ z: null, t: "x", f: "false" }],
      parameters: {
        keepOnlySet: true,
        values: {
          boolean: [
            { name: "b1", value: "={{ $json.f }}" },
            { name: "b2", value: "={{ $json.none }}" },
          ],
          number: [
            { name: "n1", value: "={{ $json.t }}" },
            { name: "n2", value: "={{ $json.z }}" },
          ],
          string: [
            { name: "s1", value: "={{ $json.z }}" },
            { name: "s2", value: null },
            { name: "s3", value: "={{ $json.none }}" },
          ],
        },
      },
      gives: [[{ b1: true, b2: false, n1: "x", n2: null, s1: null, s2: "" }]],
    },
    {
      name: "passes its input on if it fails and continues on errors",
      version: 1,
      items: [{ z: 1 }],
      node: { onError: "continueRegularOutput" },
      parameters: { values: { string: [{ name: "s", value: "={{ $json.z + }}" }] } },
      gives: [[{ z: 1 }]],
    },
    {
      name: "treats dots as characters",
      version: 2,
      items: [{}],
      parameters: { options: { dotNotation: false }, values: { string: [{ name: "a.b", value: "x" }] } },
      gives: [[{ "a.b": "x" }]],
    },
  ]);
});

describe("Binary data and special fields in Set", () => {
  it.each([
    [3.4, { includeOtherFields: true }, true],
    [3.4, { includeOtherFields: true, options: { stripBinary: true } }, false],
    [3.4, {}, false],
    [3.4, { options: { stripBinary: false } }, true],
    [3.2, {}, false],
    [3.2, { options: { includeBinary: true } }, true],
    [1, {}, true],
    [1, { keepOnlySet: true }, false],
  ])("keeps binary data in version %s with %j: %s", async (version, parameters, keeps) => {
    const { items, error } = await runNode({
      type: SET_NODE,
      version,
      parameters,
      items: [{ json: { a: 1 }, binary: FILE }],
    });
    expect(error).toBeUndefined();
    expect(items[0]?.[0]?.binary !== undefined).toBe(keeps);
    expect(items[0]?.[0]?.pairedItem).toEqual({ item: 0 });
  });

  it("keeps __proto__ and constructor as ordinary fields", async () => {
    const { outputs } = await runNode({
      type: SET_NODE,
      version: 3.4,
      items: [{}],
      parameters: assign(
        ["__proto__.polluted", "string", "x"],
        ["constructor.prototype.polluted", "string", "x"],
      ),
    });
    expect(JSON.stringify(outputs)).toBe(
      '[[{"__proto__":{"polluted":"x"},"constructor":{"prototype":{"polluted":"x"}}}]]',
    );
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("refuses a list with millions of empty entries", async () => {
    const { error } = await runNode({
      type: SET_NODE,
      version: 3.4,
      items: [{}],
      parameters: assign(["a[99999999]", "string", "x"]),
    });
    expect(error?.message).toBe(
      "The field 'a[99999999]' would create a list with more than 10000 empty entries",
    );
  });
});
