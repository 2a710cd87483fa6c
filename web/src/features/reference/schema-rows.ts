import { type ApiDocument, getReferenceName, type Schema } from "./api-document.ts";

/** One field in the reference. */
export interface SchemaRow {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** Whether this is one of several variants of a value instead of a field. */
  readonly isForm?: boolean;
  readonly description: string;
  /** Limits and defaults, each in a few words. */
  readonly bounds: readonly string[];
  readonly choices: readonly string[];
  readonly children: readonly SchemaRow[];
}

/** Fields nested deeper than this are not shown, because nobody reads them. */
const DEEPEST = 6;

/** A value with more types than this is shown as `any`. */
const MOST_NAMED = 4;

interface Walk {
  readonly document: ApiDocument;
  /** The names of the enclosing schemas, so that a recursive schema ends. */
  readonly above: readonly string[];
}

interface FoundSchema {
  schema: Schema;
  walk: Walk;
  isNullable: boolean;
}

/** Follows references and `null` alternatives to the actual schema. */
function resolveSchema(schema: Schema, walk: Walk): FoundSchema {
  if (schema.$ref !== undefined) {
    const name = getReferenceName(schema.$ref);
    if (walk.above.includes(name)) return { schema: {}, walk, isNullable: false };
    const target = walk.document.components.schemas[name] ?? {};
    const description = schema.description ?? target.description;
    const { schema: settled, ...rest } = resolveSchema(target, { ...walk, above: [...walk.above, name] });
    return { ...rest, schema: { ...settled, ...(description !== undefined && { description }) } };
  }
  const { allOf } = schema;
  if (allOf) return resolveSchema(mergeSchemas(allOf, schema, walk), walk);
  const others = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== "null");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives && others.length === 1 && others[0]) {
    const found = resolveSchema(others[0], walk);
    const description = schema.description ?? found.schema.description;
    return {
      ...found,
      schema: { ...found.schema, ...(description !== undefined && { description }) },
      isNullable: found.isNullable || alternatives.length > 1,
    };
  }
  const isNullable = Array.isArray(schema.type) && schema.type.includes("null");
  return { schema, walk, isNullable };
}

function mergeSchemas(parts: readonly Schema[], { description }: Schema, walk: Walk): Schema {
  const settled = parts.map((part) => resolveSchema(part, walk).schema);
  const whole: Schema = Object.fromEntries(settled.flatMap((part) => Object.entries(part)));
  return {
    ...whole,
    properties: Object.fromEntries(settled.flatMap(({ properties = {} }) => Object.entries(properties))),
    required: settled.flatMap(({ required = [] }) => required),
    ...(description !== undefined && { description }),
  };
}

function getType({ schema, walk, isNullable }: FoundSchema): string {
  const orNull = isNullable ? " or null" : "";
  return `${getPlainType(schema, walk)}${orNull}`;
}

function getPlainType(schema: Schema, walk: Walk): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) {
    const types = alternatives.map((part) =>
      part.type === "null" ? "null" : getType(resolveSchema(part, walk)),
    );
    const distinct = [...new Set(types)];
    return distinct.length > MOST_NAMED ? "any" : distinct.join(" or ");
  }
  if (schema.items) return `list of ${getType(resolveSchema(schema.items, walk))}`;
  if (schema.format === "date-time") return "time";
  if (schema.format === "date") return "date";
  if (schema.format === "binary") return "file";
  const [type] = [schema.type ?? (schema.properties ? "object" : "any")]
    .flat()
    .filter((name) => name !== "null");
  return type ?? "any";
}

/** Returns whether a limit is worth showing. The limits of the number type itself are not. */
const isBound = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER && Math.abs(value) !== 2_147_483_647;

function formatRange(least: number | undefined, most: number | undefined, unit: string): string[] {
  const [from, to] = [isBound(least) ? least : undefined, isBound(most) ? most : undefined];
  if (from !== undefined && to !== undefined)
    return [from === to ? `${from}${unit}` : `${from} to ${to}${unit}`];
  if (to !== undefined) return [`at most ${to}${unit}`];
  return from !== undefined && from > 0 ? [`at least ${from}${unit}`] : [];
}

function listBounds(schema: Schema): string[] {
  return [
    ...formatRange(schema.minimum ?? schema.exclusiveMinimum, schema.maximum, ""),
    ...formatRange(schema.minLength, schema.maxLength, " characters"),
    ...formatRange(schema.minItems, schema.maxItems, " entries"),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ];
}

function listChildren({ schema, walk }: FoundSchema): SchemaRow[] {
  if (walk.above.length > DEEPEST) return [];
  if (schema.items) return listChildren(resolveSchema(schema.items, walk));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.flatMap((part) => createAlternativeRows(resolveSchema(part, walk)));
  const required = new Set(schema.required);
  const own = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    createRow(name, property, required.has(name), walk),
  );
  const { additionalProperties } = schema;
  if (typeof additionalProperties !== "object" || own.length > 0) return own;
  const value = createRow("any name", additionalProperties, false, walk);
  return value.children.length > 0 || value.type !== "any" ? [value] : [];
}

/** Returns the row of one variant, named by the field that distinguishes it; no row if the variant has no fields. */
function createAlternativeRows(found: FoundSchema): SchemaRow[] {
  const children = listChildren(found);
  if (children.length === 0) return [];
  const mark = Object.entries(found.schema.properties ?? {}).find(
    ([, { const: value }]) => value !== undefined,
  );
  const name = mark ? `${mark[0]} = ${JSON.stringify(mark[1].const)}` : "either";
  const { description = "" } = found.schema;
  return [
    { name, type: "object", isRequired: false, isForm: true, description, bounds: [], choices: [], children },
  ];
}

function createRow(name: string, property: Schema, isRequired: boolean, walk: Walk): SchemaRow {
  const found = resolveSchema(property, walk);
  const { schema } = found;
  const itemValues = schema.items && resolveSchema(schema.items, found.walk).schema.enum;
  return {
    name,
    type: getType(found),
    isRequired,
    description: property.description ?? schema.description ?? "",
    bounds: listBounds({ ...schema, ...(property.default !== undefined && { default: property.default }) }),
    choices: (schema.enum ?? itemValues ?? []).map(String),
    children: listChildren(found),
  };
}

/** Returns the fields of a value. A value that is not an object is a single row without a name. */
export function createSchemaRows(document: ApiDocument, schema: Schema): SchemaRow[] {
  const walk = { document, above: [] };
  const children = listChildren(resolveSchema(schema, walk));
  if (children.length > 0 && getType(resolveSchema(schema, walk)) === "object") return children;
  return [createRow("", schema, false, walk)];
}

/** Returns a parameter as a field. */
export function createParameterRow(
  document: ApiDocument,
  { name = "", schema = {}, required = false, description = "" },
): SchemaRow {
  return { ...createRow(name, schema, required, { document, above: [] }), description };
}
