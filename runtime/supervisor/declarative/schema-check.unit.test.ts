import type { JsonSchema } from "@stoa/contract/declarative-agent";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonValue } from "../../protocol/index.ts";
import { findSchemaProblem } from "./schema-check.ts";

const PERSON: JsonSchema = {
  type: "object",
  properties: {
    name: { type: "string", minLength: 2, maxLength: 4 },
    age: { type: ["integer", "null"], minimum: 0, maximum: 150 },
    mail: { type: "string", format: "email" },
    born: { type: "string", format: "date" },
    tags: { type: "array", items: { enum: ["a", "b"] }, minItems: 1, maxItems: 2 },
    pet: {
      anyOf: [
        { type: "string" },
        { type: "object", required: ["kind"], properties: { kind: { const: "dog" } } },
      ],
    },
  },
  required: ["name"],
  additionalProperties: false,
};

test.each<JsonValue>([
  { name: "Anna", age: 3, mail: "a@b.example", born: "2026-03-02", tags: ["a"], pet: { kind: "dog" } },
  { name: "🐶🐶🐶🐶", age: null, pet: "cat" },
])("finds no problem in %j", (value) => {
  expect(findSchemaProblem(PERSON, value)).toBeUndefined();
});

test.each<[JsonValue, string]>([
  [{}, '"name" is missing'],
  [[], "The value must be of type object"],
  [{ name: "A" }, '"name" must have at least 2 characters'],
  [{ name: "Annabel" }, '"name" must have at most 4 characters'],
  [{ name: 7 }, '"name" must be of type string'],
  [{ name: "Anna", age: 1.5 }, '"age" must be of type integer or null'],
  [{ name: "Anna", age: -1 }, '"age" must be at least 0'],
  [{ name: "Anna", mail: "nobody" }, '"mail" must be an email address'],
  [{ name: "Anna", born: "yesterday" }, '"born" must be a date such as 2026-03-02'],
  [{ name: "Anna", tags: [] }, '"tags" must have at least 1 entry'],
  [{ name: "Anna", tags: ["a", "c"] }, '"tags[1]" must be one of: "a", "b"'],
  [{ name: "Anna", pet: { kind: "cat" } }, '"pet" matches none of the allowed schemas'],
  [{ name: "Anna", color: "red" }, '"color" is not an allowed field'],
])("describes the problem of %j: %s", (value, problem) => {
  expect(findSchemaProblem(PERSON, value)).toBe(problem);
});

const { schema: schemas } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonSchema>(
      { type: "string" },
      { type: "integer", minimum: 1 },
      { type: ["number", "null"], maximum: 5 },
      { type: "boolean" },
      { enum: ["a", "b", 1] },
      { const: "a" },
    ),
    tie("schema").map((items): JsonSchema => ({ type: "array", items, maxItems: 2 })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf): JsonSchema => ({ anyOf })),
    fc.record({ a: tie("schema"), b: tie("schema") }).map(
      (properties): JsonSchema => ({
        type: "object",
        properties,
        required: ["a"],
        additionalProperties: false,
      }),
    ),
  ),
}));
const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>("a", "b", "c", 0, 1, 2, 7, 1.5, null, true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { maxKeys: 3 }),
  ),
}));

test("accepts the same values as zod", () => {
  fc.assert(
    fc.property(schemas, values, (schema, value) => {
      expect(findSchemaProblem(schema, value) === undefined).toBe(
        z.fromJSONSchema(schema).safeParse(value).success,
      );
    }),
    { numRuns: 3_000 },
  );
});

test("does not block the server for any combination of schema and answer", () => {
  const form = (name: string): JsonSchema => ({
    type: "object",
    properties: { [name]: {} },
    required: [name],
  });
  const forms = Array.from(
    { length: 20 },
    (_, n): JsonSchema => ({ anyOf: ["a", "b", "c"].map((k) => form(k + n)) }),
  );
  const schema: JsonSchema = {
    type: "object",
    properties: { a: { type: "array", items: { anyOf: forms } } },
  };
  const started = performance.now();
  expect(findSchemaProblem(schema, { a: Array.from({ length: 300_000 }, () => ({})) })).toMatch(
    /matches none/,
  );
  const long: JsonSchema = { anyOf: Array.from({ length: 20 }, () => ({ type: "string", maxLength: 1 })) };
  expect(findSchemaProblem(long, "x".repeat(1_000_000))).toBeDefined();
  const late: JsonSchema = { type: "array", items: { anyOf: [...forms, { type: "object" }] } };
  expect(
    findSchemaProblem(
      late,
      Array.from({ length: 300_000 }, () => ({})),
    ),
  ).toMatch(/too large to be checked/);
  expect(performance.now() - started).toBeLessThan(5_000);
});
