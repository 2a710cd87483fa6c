import * as z from "zod";

/** What text can be asked to fill; `stoa-basic` goes no deeper either. */
const MAX_DEPTH = 12;
/** Every value is looked at by at most as many parts, so that checking an answer stays a matter of milliseconds. */
const MAX_PARTS = 200;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"] as const;
const Type = z.enum(TYPES);
const size = z.int().min(0).max(1_000_000);

/** JavaScript gives this name a meaning of its own, and no service uses it. */
const PropertyName = z
  .string()
  .min(1)
  .max(64)
  .refine((name) => name !== "__proto__", "__proto__ cannot be a field's name");

/**
 * The part of JSON Schema that a declarative agent may use. Not in it: references, with which a short schema can take
 * for ever to check, and patterns, which can take for ever to match.
 */
export const JsonSchema = z
  .strictObject({
    type: z.union([Type, z.array(Type).min(1).max(TYPES.length)], "must be a type of JSON Schema").optional(),
    title: z.string().max(200).optional(),
    description: z.string().max(2_000).optional(),
    enum: z.array(scalar).min(1).max(100).optional(),
    const: scalar.optional(),
    get properties() {
      return z.record(PropertyName, JsonSchema).optional();
    },
    required: z.array(PropertyName).max(MAX_PARTS).optional(),
    additionalProperties: z.boolean().optional(),
    get items() {
      return JsonSchema.optional();
    },
    get anyOf() {
      return z.array(JsonSchema).min(1).max(20).optional();
    },
    format: z.enum(["date", "date-time", "email", "uri"]).optional(),
    minLength: size.optional(),
    maxLength: size.optional(),
    minItems: size.optional(),
    maxItems: size.optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  })
  .meta({ id: "JsonSchema" });
export type JsonSchema = z.infer<typeof JsonSchema>;

function partsBelow({ properties, items, anyOf }: JsonSchema): JsonSchema[] {
  return [...Object.values(properties ?? {}), ...(items ? [items] : []), ...(anyOf ?? [])];
}

function sizeProblem(schema: JsonSchema): string | undefined {
  let parts = 0;
  let level = [schema];
  for (let depth = 0; level.length > 0; depth++) {
    parts += level.length;
    if (depth > MAX_DEPTH) return `A schema may be nested ${MAX_DEPTH} deep`;
    if (parts > MAX_PARTS) return `A schema may have ${MAX_PARTS} parts`;
    level = level.flatMap(partsBelow);
  }
  return undefined;
}

function undescribed({ properties = {}, required = [] }: JsonSchema): string | undefined {
  return required.find((name) => !Object.hasOwn(properties, name));
}

/** A schema of an object, which providers demand at the top of an answer and of a tool's arguments. */
export const ObjectSchema = JsonSchema.extend({ type: z.literal("object") }).superRefine(
  (schema, context) => {
    const problem = sizeProblem(schema);
    if (problem) context.addIssue({ code: "custom", message: problem });
    const missing = undescribed(schema);
    if (missing !== undefined)
      context.addIssue({
        code: "custom",
        path: ["required"],
        message: `"${missing}" is required but not among the properties`,
      });
  },
);
export type ObjectSchema = z.infer<typeof ObjectSchema>;
