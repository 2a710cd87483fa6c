import type { JsonValue } from "../protocol/index.ts";

type JsonObject = { [name: string]: JsonValue };

/** A schema cannot be offered to a model. The message is the end of a sentence that begins with "its schema". */
export class UnusableSchema extends Error {}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns what a reference such as `#/$defs/Point` points to. @throws UnusableSchema */
function resolve(root: JsonObject, reference: string): JsonValue {
  if (!reference.startsWith("#"))
    throw new UnusableSchema(
      `refers to ${reference.slice(0, 100)}, and only references within the schema are supported`,
    );
  let found: JsonValue | undefined = root;
  for (const part of reference
    .slice(1)
    .split("/")
    .filter((each) => each !== "")) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
  }
  if (found === undefined)
    throw new UnusableSchema(`refers to ${reference.slice(0, 100)}, which it does not contain`);
  return found;
}

/**
 * Returns a schema in which each `$ref` is replaced by what it refers to, because some providers do not follow references.
 * A schema that refers to itself accepts anything at the place where it repeats.
 * @param maxValues the number of values that the result may have, because references can multiply a schema
 * @throws UnusableSchema if a reference leads nowhere, or if the result is too large
 */
export function inlineReferences(root: JsonObject, maxValues: number): JsonObject {
  let values = 0;
  const expand = (value: JsonValue, open: readonly string[]): JsonValue => {
    values += 1;
    if (values > maxValues) throw new UnusableSchema("is too large when its references are resolved");
    if (Array.isArray(value)) return value.map((item) => expand(item, open));
    if (!isObject(value)) return value;
    const { $ref: reference, ...others } = value;
    if (typeof reference !== "string")
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, expand(inner, open)]));
    // `$ref` is also a possible name of a property, whose value is a schema and not a text.
    if (open.includes(reference)) return {};
    const target = expand(resolve(root, reference), [...open, reference]);
    const beside = expand(others, open);
    return isObject(target) && isObject(beside) ? { ...target, ...beside } : target;
  };
  const { $defs: _defs, definitions: _definitions, ...schema } = root;
  const expanded = expand(schema, ["#"]);
  return isObject(expanded) ? expanded : { type: "object" };
}
