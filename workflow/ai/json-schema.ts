import type { JsonSchema } from "@stoa/contract/declarative-agent";
import { findSchemaProblem } from "@stoa/runtime/declarative";
import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../model/is-object.ts";
import type { JsonObject } from "../model/item.ts";
import { toText } from "../model/json-text.ts";

/**
 * Derives a JSON schema from an example. The entries of a list get the schema of its first entry. If `allRequired` is
 * true, all fields of objects are required.
 */
export function inferSchema(example: JsonValue, allRequired: boolean): JsonObject {
  if (Array.isArray(example)) {
    const [first] = example;
    return first === undefined
      ? { type: "array" }
      : { type: "array", items: inferSchema(first, allRequired) };
  }
  if (isObject(example)) {
    const names = Object.keys(example);
    return {
      type: "object",
      properties: Object.fromEntries(
        names.map((name) => [name, inferSchema(example[name] ?? null, allRequired)]),
      ),
      ...(allRequired && { required: names }),
    };
  }
  return example === null ? { type: "null" } : { type: typeof example };
}

/** The maximum nesting depth of a schema. Models do not fill in deeper schemas. */
const MAX_DEPTH = 20;
/** The maximum number of parts of a schema that are checked. Further parts are ignored. */
const MAX_PARTS = 1_000;

const TYPES = new Set(["string", "number", "integer", "boolean", "array", "object", "null"]);
const FORMATS = new Set(["date", "date-time", "email", "uri"]);
const NUMBERS = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"] as const;

const isScalar = (value: JsonValue): boolean => value === null || typeof value !== "object";

/** Returns the keywords that constrain a single value. */
function readKeywords(schema: JsonObject): JsonSchema {
  const result: JsonSchema = {};
  const types = [schema.type].flat().filter((type) => TYPES.has(toText(type)));
  if (types.length > 0)
    result.type = (types.length === 1 ? types[0] : types) as NonNullable<JsonSchema["type"]>;
  if (typeof schema.description === "string") result.description = schema.description;
  if (Array.isArray(schema.enum) && schema.enum.length > 0 && schema.enum.every(isScalar))
    result.enum = schema.enum as NonNullable<JsonSchema["enum"]>;
  if (schema.const !== undefined && isScalar(schema.const)) result.const = schema.const as string;
  if (FORMATS.has(toText(schema.format))) result.format = schema.format as NonNullable<JsonSchema["format"]>;
  for (const name of NUMBERS) {
    const value = schema[name];
    if (typeof value === "number") result[name] = value;
  }
  return result;
}

class CheckableSchema {
  #parts = 0;

  toCheckableSchema(schema: JsonValue | undefined, depth = 0): JsonSchema {
    this.#parts += 1;
    if (!isObject(schema) || depth > MAX_DEPTH || this.#parts > MAX_PARTS) return {};
    const result = readKeywords(schema);
    const { properties, required, items, additionalProperties } = schema;
    const alternatives = schema.anyOf ?? schema.oneOf;
    if (isObject(properties)) {
      result.type ??= "object";
      result.properties = Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, this.toCheckableSchema(part, depth + 1)]),
      );
    }
    if (Array.isArray(required))
      result.required = required.filter((name): name is string => typeof name === "string");
    if (typeof additionalProperties === "boolean") result.additionalProperties = additionalProperties;
    if (isObject(items)) result.items = this.toCheckableSchema(items, depth + 1);
    if (Array.isArray(alternatives) && alternatives.length > 0)
      result.anyOf = alternatives.map((each) => this.toCheckableSchema(each, depth + 1));
    return result;
  }
}

/**
 * Returns an author's schema with only the keywords that can be checked in bounded time: no references and no
 * patterns.
 */
export function parseJsonSchema(schema: JsonValue): JsonSchema {
  return new CheckableSchema().toCheckableSchema(schema);
}

/** Returns a value without the fields that its schema does not declare, as n8n does. */
function keepKnownProperties(schema: JsonSchema, value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.map((entry) => keepKnownProperties(items, entry)) : value;
  }
  const { properties } = schema;
  if (!isObject(value) || !properties || schema.additionalProperties === true) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]): [string, JsonValue][] => {
      const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return own ? [[name, keepKnownProperties(own, part)]] : [];
    }),
  );
}

/**
 * Returns the value without undeclared fields if it matches the schema, or a description of the problem for the model.
 */
export function validateJson(
  schema: JsonSchema,
  value: JsonValue,
): { value: JsonValue } | { problem: string } {
  const problem = findSchemaProblem(schema, value);
  return problem === undefined ? { value: keepKnownProperties(schema, value) } : { problem };
}

/** Returns a schema in the format that providers accept for structured output. */
export const toResponseFormat = (schema: JsonObject): JsonObject => ({
  type: "json_schema",
  json_schema: { name: "answer", schema },
});
