import { boundText } from "@stoa/contract/bounded-text";
import type { JsonSchema } from "@stoa/contract/declarative-agent";
import { z } from "zod";
import type { JsonValue } from "../../protocol/index.ts";

/**
 * The maximum number of steps of one check, which take a fraction of a second. An answer of 20,000 values takes a tenth
 * of them. Each value costs one step per part of the schema that checks it, and each string costs its length. Without a
 * limit, a hostile schema and a long answer would block the server's thread for minutes.
 */
const MAX_STEPS = 1_000_000;
/** The maximum length of a string that is checked against a format. Real dates and URLs are shorter. */
const MAX_FORMATTED_CHARS = 2_000;

const FORMATS: Record<NonNullable<JsonSchema["format"]>, { kind: z.ZodType; description: string }> = {
  date: { kind: z.iso.date(), description: "a date such as 2026-03-02" },
  "date-time": { kind: z.iso.datetime({ offset: true }), description: "a time such as 2026-03-02T10:00:00Z" },
  email: { kind: z.email(), description: "an email address" },
  uri: { kind: z.url(), description: "a URL such as https://example.com" },
};

const TOO_LARGE = "is too large to be checked";

interface Misfit {
  path: (string | number)[];
  description: string;
}

/**
 * Returns the first problem of a value with its location, or undefined if the value matches the schema. Stops at the
 * first problem. Collecting the problems of all alternatives, as zod does, took 40 s and 1.5 GB for 200 kB.
 */
export function findSchemaProblem(schema: JsonSchema, value: JsonValue): string | undefined {
  const misfit = new SchemaCheck().findMisfit(schema, value);
  if (!misfit) return undefined;
  const place = misfit.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");
  return `${place === "" ? "The value" : `"${place.replace(/^\./, "")}"`} ${misfit.description}`;
}

function createMisfit(description: string): Misfit {
  return { path: [], description };
}

const formatCount = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

function addToPath(part: string | number, misfit: Misfit | undefined): Misfit | undefined {
  return misfit && { path: [part, ...misfit.path], description: misfit.description };
}

function getTypes({ type }: JsonSchema): string[] {
  return type === undefined ? [] : [type].flat();
}

function getType(value: JsonValue): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function joinNames(values: readonly unknown[]): string {
  return boundText(values.map((each) => JSON.stringify(each)).join(", "));
}

class SchemaCheck {
  #left = MAX_STEPS;

  findMisfit(schema: JsonSchema, value: JsonValue): Misfit | undefined {
    this.#left -= 1;
    if (this.#left < 0) return createMisfit(TOO_LARGE);
    return (
      this.#ofAnyType(schema, value) ??
      this.#ofItsType(schema, value) ??
      this.#expandAlternatives(schema, value)
    );
  }

  #ofAnyType(schema: JsonSchema, value: JsonValue): Misfit | undefined {
    const types = getTypes(schema);
    const isOfType =
      types.length === 0 ||
      types.includes(getType(value)) ||
      (types.includes("integer") && Number.isInteger(value));
    if (!isOfType) return createMisfit(`must be of type ${types.join(" or ")}`);
    if (schema.const !== undefined && schema.const !== value)
      return createMisfit(`must be ${JSON.stringify(schema.const)}`);
    if (schema.enum && !schema.enum.some((each) => each === value))
      return createMisfit(`must be one of: ${joinNames(schema.enum)}`);
    return undefined;
  }

  #ofItsType(schema: JsonSchema, value: JsonValue): Misfit | undefined {
    if (typeof value === "string") return this.#text(schema, value);
    if (typeof value === "number") return this.#number(schema, value);
    if (Array.isArray(value)) return this.#array(schema, value);
    return typeof value === "object" && value !== null ? this.#object(schema, value) : undefined;
  }

  #text(
    { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format }: JsonSchema,
    text: string,
  ): Misfit | undefined {
    if (minLength > 0 || maxLength < text.length) {
      this.#left -= text.length;
      const length = Array.from(text).length;
      if (length < minLength)
        return createMisfit(`must have at least ${formatCount(minLength, "character", "characters")}`);
      if (length > maxLength)
        return createMisfit(`must have at most ${formatCount(maxLength, "character", "characters")}`);
    }
    if (format === undefined) return undefined;
    const { kind, description } = FORMATS[format];
    const fits = text.length <= MAX_FORMATTED_CHARS && kind.safeParse(text).success;
    return fits ? undefined : createMisfit(`must be ${description}`);
  }

  #number({ minimum, maximum }: JsonSchema, number: number): Misfit | undefined {
    if (minimum !== undefined && number < minimum) return createMisfit(`must be at least ${minimum}`);
    return maximum !== undefined && number > maximum ? createMisfit(`must be at most ${maximum}`) : undefined;
  }

  #array(
    { minItems = 0, maxItems = Number.POSITIVE_INFINITY, items }: JsonSchema,
    list: JsonValue[],
  ): Misfit | undefined {
    if (list.length < minItems)
      return createMisfit(`must have at least ${formatCount(minItems, "entry", "entries")}`);
    if (list.length > maxItems)
      return createMisfit(`must have at most ${formatCount(maxItems, "entry", "entries")}`);
    if (!items) return undefined;
    for (const [index, item] of list.entries()) {
      const misfit = addToPath(index, this.findMisfit(items, item));
      if (misfit) return misfit;
    }
    return undefined;
  }

  #object(schema: JsonSchema, object: { [name: string]: JsonValue }): Misfit | undefined {
    const { properties = {}, required = [], additionalProperties } = schema;
    const missing = required.find((name) => !Object.hasOwn(object, name));
    if (missing !== undefined) return { path: [missing], description: "is missing" };
    for (const [name, value] of Object.entries(object)) {
      this.#left -= 1;
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!known && additionalProperties === false)
        return { path: [name.slice(0, 64)], description: "is not an allowed field" };
      const misfit = known && addToPath(name, this.findMisfit(known, value));
      if (misfit) return misfit;
    }
    return undefined;
  }

  #expandAlternatives({ anyOf }: JsonSchema, value: JsonValue): Misfit | undefined {
    if (!anyOf) return undefined;
    const [only, ...more] = anyOf;
    if (only && more.length === 0) return this.findMisfit(only, value);
    if (anyOf.some((each) => this.findMisfit(each, value) === undefined)) return undefined;
    return createMisfit(this.#left < 0 ? TOO_LARGE : "matches none of the allowed schemas");
  }
}
