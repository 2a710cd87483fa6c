import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/item.ts";
import { findFromAiFields } from "./index.ts";

const plain = { description: undefined, type: "string", fallback: undefined };

describe("finding the fields that a model fills in", () => {
  it.each<[string, JsonObject, unknown]>([
    ["a field with only a key", { a: "={{ $fromAI('city') }}" }, [{ ...plain, key: "city" }]],
    [
      "a field with every argument",
      { a: "={{ $fromAI('age', 'Age in years', 'number', 18) }}" },
      [{ key: "age", description: "Age in years", type: "number", fallback: 18 }],
    ],
    [
      "a field as the editor writes it",
      { a: "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Subject', ``, 'string') }}" },
      [{ ...plain, key: "Subject" }],
    ],
    [
      "several fields, each once, in the order of the file",
      {
        to: "={{ $fromAI('to') }}",
        options: { list: [{ body: "=Dear {{ $fromAi(\"name\") }}, {{ $fromai('text') }}" }] },
        again: "={{ $fromAI('to', 'twice') }}",
      },
      [
        { ...plain, key: "to" },
        { ...plain, key: "name" },
        { ...plain, key: "text" },
      ],
    ],
    [
      "a field within other calls",
      { a: "={{ ($json.x || $fromAI('x', 'a', 'boolean', false)).toString() }}" },
      [{ key: "x", description: "a", type: "boolean", fallback: false }],
    ],
    [
      "a field with an object as its default",
      { a: "={{ $fromAI('j', 'd', 'json', { a: [1, -2, 'x'] }) }}" },
      [{ key: "j", description: "d", type: "json", fallback: { a: [1, -2, "x"] } }],
    ],
    [
      "a date field as a string",
      { a: "={{ $fromAI('at', 'd', 'datetime') }}" },
      [{ ...plain, key: "at", description: "d" }],
    ],
    ["no field if its key is only known at run time", { a: "={{ $fromAI($json.key) }}" }, []],
    ["no field outside expressions", { a: "$fromAI('x')", b: 1, c: null }, []],
    ["no field in an invalid expression", { a: "={{ $fromAI('x') + }}" }, []],
    ["no field in text that mentions it", { a: "={{ \"$fromAI('x')\" }}" }, []],
  ])("finds %s", (_what, parameters, expected) => expect(findFromAiFields(parameters)).toEqual(expected));
});
