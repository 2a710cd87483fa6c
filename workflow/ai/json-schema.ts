import type { JsonSchema } from "@stoa/contract/declarative-agent";
import { findSchemaProblem } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import { toText } from "../model/json-text.ts";

/** Returns the schema of an example: all of its fields, and for lists the schema of the first entry. */
export function schemaFromExample(example: JsonValue, allRequired: boolean): JsonObject {
  if (Array.isArray(example)) {
    const [first] = example;
    return first === undefined
      ? { type: "array" }
      : { type: "array", items: schemaFromExample(first, allRequired) };
  }
  if (isObject(example)) {
    const names = Object.keys(example);
    return {
      type: "object",
      properties: Object.fromEntries(
        names.map((name) => [name, schemaFromExample(example[name] ?? null, allRequired)]),
      ),
      ...(allRequired && { required: names }),
    };
  }
  return example === null ? { type: "null" } : { type: typeof example };
}

/** Models do not fill deeper schemas. */
const MAX_DEPTH = 20;
/** Parts of one schema that are checked. Anything beyond them is ignored. */
const MAX_PARTS = 1_000;

const TYPES = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);
const FORMATS = new Set(["date", "date-time", "email", "uri"]);
const NUMBERS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const;

const isScalar = (value: JsonValue): boolean => value === null || typeof value !== "object";

/** The keywords that constrain a single value. */
function plainWords(given: JsonObject): JsonSchema {
  const made: JsonSchema = {};
  const types = [given.type].flat().filter((type) => TYPES.has(toText(type)));
  if (types.length > 0)
    made.type = (types.length === 1 ? types[0] : types) as NonNullable<JsonSchema["type"]>;
  if (typeof given.description === "string") made.description = given.description;
  if (Array.isArray(given.enum) && given.enum.length > 0 && given.enum.every(isScalar))
    made.enum = given.enum as NonNullable<JsonSchema["enum"]>;
  if (given.const !== undefined && isScalar(given.const)) made.const = given.const as string;
  if (FORMATS.has(toText(given.format))) made.format = given.format as NonNullable<JsonSchema["format"]>;
  for (const name of NUMBERS) {
    const value = given[name];
    if (typeof value === "number") made[name] = value;
  }
  return made;
}

class CheckableSchema {
  #parts = 0;

  of(given: JsonValue | undefined, depth = 0): JsonSchema {
    this.#parts += 1;
    if (!isObject(given) || depth > MAX_DEPTH || this.#parts > MAX_PARTS) return {};
    const made = plainWords(given);
    const { properties, required, items, additionalProperties } = given;
    const alternatives = given.anyOf ?? given.oneOf;
    if (isObject(properties)) {
      made.type ??= "object";
      made.properties = Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, this.of(part, depth + 1)]),
      );
    }
    if (Array.isArray(required))
      made.required = required.filter((name): name is string => typeof name === "string");
    if (typeof additionalProperties === "boolean") made.additionalProperties = additionalProperties;
    if (isObject(items)) made.items = this.of(items, depth + 1);
    if (Array.isArray(alternatives) && alternatives.length > 0)
      made.anyOf = alternatives.map((each) => this.of(each, depth + 1));
    return made;
  }
}

/**
 * Returns an author's schema with only the keywords that can be checked in bounded time: no references and no
 * patterns.
 */
export function parseJsonSchema(schema: JsonValue): JsonSchema {
  return new CheckableSchema().of(schema);
}

/** Returns a value without the fields that its schema does not declare, as n8n does. */
function known(schema: JsonSchema, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((entry) => known(items, entry)) : value;
  }
  const { properties } = schema;
  if (!isObject(value) || !properties || schema.additionalProperties === true) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, JsonValue][] => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return own ? [[name, known(own, part)]] : [];
    }),
  );
}

/** Returns the value that matches the schema, or a description of the problem for the model. */
export function validateJson(
  schema: JsonSchema,
  value: JsonValue,
): { value: JsonValue } | { problem: string } {
  const problem = findSchemaProblem(schema, value);
  return problem === undefined ? { value: known(schema, value) } : { problem };
}

/** Returns a schema in the format that providers accept for structured output. */
export const toResponseFormat = (schema: JsonObject): JsonObject => ({
  type: "json_schema",
  json_schema: { name: "answer", schema },
});
