import * as z from "zod";

/** The maximum nesting depth that models fill reliably. `stoa-basic` uses the same limit. */
const MAX_DEPTH = 12;
/** The maximum number of subschemas, so that checking an answer takes only milliseconds. */
const MAX_PARTS = 200;

const Scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
type Scalar = z.infer<typeof Scalar>;
const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"] as const;
const Type = z.enum(TYPES);
type Type = z.infer<typeof Type>;
const size = z.int().min(0).max(1_000_000);

const PropertyName = z.string().min(1).max(64);

/**
 * The subset of JSON Schema that a declarative agent may use. It excludes references and patterns, because a short
 * schema with them can take unlimited time to check.
 */
export type JsonSchema = {
  type?: Type | Type[];
  title?: string;
  description?: string;
  enum?: Scalar[];
  const?: Scalar;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  format?: "date" | "date-time" | "email" | "uri";
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
};

const Part: z.ZodType<JsonSchema> = z.lazy(() => JsonSchema);

const keywords = {
  type: z.union([Type, z.array(Type).min(1).max(TYPES.length)], "must be a JSON Schema type").exactOptional(),
  title: z.string().max(200).exactOptional(),
  description: z.string().max(2_000).exactOptional(),
  enum: z.array(Scalar).min(1).max(100).exactOptional(),
  const: Scalar.exactOptional(),
  properties: z.record(PropertyName, Part).exactOptional(),
  required: z.array(PropertyName).max(MAX_PARTS).exactOptional(),
  additionalProperties: z.boolean().exactOptional(),
  items: Part.exactOptional(),
  anyOf: z.array(Part).min(1).max(20).exactOptional(),
  format: z.enum(["date", "date-time", "email", "uri"]).exactOptional(),
  minLength: size.exactOptional(),
  maxLength: size.exactOptional(),
  minItems: size.exactOptional(),
  maxItems: size.exactOptional(),
  minimum: z.number().exactOptional(),
  maximum: z.number().exactOptional(),
};

const JsonSchema: z.ZodType<JsonSchema> = z.strictObject(keywords).meta({ id: "JsonSchema" });

function getSubschemas({ properties, items, anyOf }: JsonSchema): JsonSchema[] {
  return [...Object.values(properties ?? {}), ...(items ? [items] : []), ...(anyOf ?? [])];
}

function findSizeProblem(schema: JsonSchema): string | undefined {
  let parts = 0;
  let level = [schema];
  for (let depth = 0; level.length > 0; depth++) {
    parts += level.length;
    if (depth > MAX_DEPTH) return `A schema can be nested at most ${MAX_DEPTH} levels deep`;
    if (parts > MAX_PARTS) return `A schema can have at most ${MAX_PARTS} parts`;
    level = level.flatMap(getSubschemas);
  }
  return undefined;
}

function findUndescribedProperty({ properties = {}, required = [] }: JsonSchema): string | undefined {
  return required.find((name) => !Object.hasOwn(properties, name));
}

/** A schema of type object, which providers require at the top level of an answer and of a tool's arguments. */
export const ObjectSchema = z
  .strictObject({ ...keywords, type: z.literal("object") })
  .superRefine((schema, context) => {
    const problem = findSizeProblem(schema);
    if (problem) context.addIssue({ code: "custom", message: problem });
    const missing = findUndescribedProperty(schema);
    if (missing !== undefined)
      context.addIssue({
        code: "custom",
        path: ["required"],
        message: `"${missing}" is required but missing from the properties`,
      });
  });
export type ObjectSchema = z.infer<typeof ObjectSchema>;
