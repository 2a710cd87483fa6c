import { describe, expect, it } from "vitest";
import type { JsonObject } from "../model/item.ts";
import { findFromAiFields } from "./index.ts";

const plain = { description: undefined, type: "string", fallback: undefined };

describe("the fields that a model fills in", () => {
  it.each<[string, JsonObject, unknown]>([
    ["a key alone", { a: "={{ $fromAI('city') }}" }, [{ ...plain, key: "city" }]],
    [
      "all that may be said",
      { a: "={{ $fromAI('age', 'Age in years', 'number', 18) }}" },
      [{ key: "age", description: "Age in years", type: "number", fallback: 18 }],
    ],
    [
      "as the editor writes it",
      { a: "={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('Subject', ``, 'string') }}" },
      [{ ...plain, key: "Subject" }],
    ],
    [
      "several, each once, in the order of the file",
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
      "within other calls",
      { a: "={{ ($json.x || $fromAI('x', 'a', 'boolean', false)).toString() }}" },
      [{ key: "x", description: "a", type: "boolean", fallback: false }],
    ],
    [
      "data as the default",
      { a: "={{ $fromAI('j', 'd', 'json', { a: [1, -2, 'x'] }) }}" },
      [{ key: "j", description: "d", type: "json", fallback: { a: [1, -2, "x"] } }],
    ],
    [
      "dates, as text",
      { a: "={{ $fromAI('at', 'd', 'datetime') }}" },
      [{ ...plain, key: "at", description: "d" }],
    ],
    ["no key that is known before it runs", { a: "={{ $fromAI($json.key) }}" }, []],
    ["no expression", { a: "$fromAI('x')", b: 1, c: null }, []],
    ["no valid expression", { a: "={{ $fromAI('x') + }}" }, []],
    ["a text that speaks of it", { a: "={{ \"$fromAI('x')\" }}" }, []],
  ])("%s", (_what, parameters, expected) => expect(findFromAiFields(parameters)).toEqual(expected));
});
