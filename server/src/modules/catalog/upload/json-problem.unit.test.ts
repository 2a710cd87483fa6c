import fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonProblem } from "./json-problem.ts";

test.each([
  ['{"a": 1,}', 1, 9, "a field name in double quotes"],
  ["[1, 2,, 3]", 1, 7, "a value"],
  ['{\n  "a" 1\n}', 2, 7, "a colon"],
  ["{\n  a: 1\n}", 2, 3, "a field name in double quotes or }"],
  ["[1 2]", 1, 4, "a comma"],
  ["[1]]", 1, 4, "the end of the file"],
  ["[1", 1, 3, "the file ends"],
  ["", 1, 1, "a value"],
  ["  ", 1, 3, "a value"],
  ['"line\nbreak"', 1, 1, "a value"],
  ["[01]", 1, 2, "a value"],
  ["[nul]", 1, 2, "a value"],
  ["{]", 1, 2, "}"],
  ["'a'", 1, 1, "a value"],
])("finds the problem of %j at line %i, column %i", (text, line, column, message) => {
  expect(findJsonProblem(text)).toMatchObject({ line, column, message: expect.stringContaining(message) });
});

test("agrees with JSON.parse on every string", () => {
  const isJson = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };
  const nearJson = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom("", ",", "}", "]", '"', "\\", "1", "e", "\u0001", " "))
    .map(
      ([json, at, put]) =>
        json.slice(0, at % (json.length + 1)) + put + json.slice((at % (json.length + 1)) + 1),
    );
  fc.assert(
    fc.property(fc.oneof(fc.json(), nearJson, fc.string()), (text) => {
      expect(findJsonProblem(text) === undefined).toBe(isJson(text));
    }),
    { numRuns: 2000 },
  );
});

test("a megabyte of hostile input is parsed in under five seconds", () => {
  const started = performance.now();
  for (const text of [
    "[".repeat(1 << 20),
    `"${"\\u00".repeat(1 << 18)}`,
    `"${"a".repeat(1 << 20)}`,
    " ".repeat(1 << 20),
  ])
    expect(findJsonProblem(text)).toBeDefined();
  expect(performance.now() - started).toBeLessThan(5000);
});
