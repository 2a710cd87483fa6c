import { z } from "zod";
import type { ChatJson } from "../chat-request.ts";
import { createInvalidRequest } from "../openai-error.ts";

/** The maximum nesting depth of a schema. stoa-basic refuses deeper schemas. */
export const MAX_SCHEMA_DEPTH = 12;

const TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"] as const;
export type JsonType = (typeof TYPES)[number];

const text = z.string();
const size = z.int().min(0);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Scalar = z.infer<typeof scalar>;

/** The JSON Schema keywords that stoa-basic supports. */
const node = z.strictObject({
  type: z.union([z.enum(TYPES), z.array(z.enum(TYPES)).min(1)]).optional(),
  title: text.optional(),
  description: text.optional(),
  enum: z.array(scalar).min(1).optional(),
  const: scalar.optional(),
  properties: z.record(z.string(), z.json()).optional(),
  required: z.array(z.string()).optional(),
  items: z.json().optional(),
  anyOf: z.array(z.json()).min(1).optional(),
  oneOf: z.array(z.json()).min(1).optional(),
  allOf: z.array(z.json()).length(1).optional(),
  $ref: text.optional(),
  format: z.enum(["date", "date-time", "email", "uri"]).optional(),
  minLength: size.max(10_000).optional(),
  maxLength: size.optional(),
  minItems: size.max(1_000).optional(),
  maxItems: size.optional(),
  uniqueItems: z.literal(false).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  exclusiveMaximum: z.number().optional(),
  multipleOf: z.number().positive().optional(),
});

/** Keywords that stoa-basic ignores, because the values that it generates are valid regardless of them. */
const IGNORED = new Set([
  "additionalProperties",
  "default",
  "examples",
  "example",
  "deprecated",
  "$schema",
  "$id",
  "$comment",
  "$defs",
  "definitions",
  "readOnly",
  "writeOnly",
  "strict",
  "discriminator",
]);

export type SchemaNode = z.infer<typeof node>;

/**
 * Parses one level of a schema and follows its references.
 * @throws GatewayError 400 if stoa-basic does not support the schema or cannot resolve its references.
 */
export function readSchemaNode(
  schema: z.infer<ReturnType<typeof z.json>>,
  root: ChatJson,
  path: string,
): SchemaNode {
  let current = schema;
  for (let hops = 0; hops <= MAX_SCHEMA_DEPTH; hops += 1) {
    const read = parseNode(current, path);
    const [onlyOne] = read.allOf ?? [];
    const next = read.$ref === undefined ? onlyOne : resolveReference(read.$ref, root, path);
    if (next === undefined) return read;
    current = next;
  }
  throw createUnsupportedError(path, "its references never end");
}

function parseNode(schema: unknown, path: string): SchemaNode {
  if (schema === true) return {};
  const object = z.record(z.string(), z.json()).safeParse(schema);
  if (!object.success) throw createUnsupportedError(path, "a schema must be an object");
  const keywords = Object.fromEntries(
    Object.entries(object.data).filter(([keyword]) => !IGNORED.has(keyword)),
  );
  const parsed = node.safeParse(keywords);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const keyword = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".");
  throw createUnsupportedError(
    path,
    `the keyword "${keyword}" or its value is not supported. Remove or change it`,
  );
}

function resolveReference(
  reference: string,
  root: ChatJson,
  path: string,
): z.infer<ReturnType<typeof z.json>> {
  if (reference === "#") return root;
  const [, group, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const group_ = group === undefined ? undefined : root[group];
  const definitions = z.record(z.string(), z.json()).safeParse(group_);
  const found = name === undefined ? undefined : definitions.data?.[name];
  if (found === undefined)
    throw createUnsupportedError(path, `the reference "${reference}" does not resolve`);
  return found;
}

/** Returns the 400 error for a schema that stoa-basic cannot fill in. `reason` says why. */
export function createUnsupportedError(
  path: string,
  reason: string,
): ReturnType<typeof createInvalidRequest> {
  const place = path === "" ? "the top level" : `"${path}"`;
  return createInvalidRequest(
    `stoa-basic cannot fill in this JSON schema: at ${place}, ${reason}. Simplify the schema or use another model.`,
    "response_format",
    "unsupported_schema",
  );
}
