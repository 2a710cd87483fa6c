import type { JsonValue } from "@stoa/runtime/protocol";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";
import { convert, FIELD_TYPES } from "../conditions/field-type.ts";
import { getTextOr } from "../fields/field-path.ts";
import { parseRepairedJson } from "../fields/repaired-json.ts";
import { getRawParameter } from "./raw-parameter.ts";

interface Assignment {
  name: string;
  type: string;
  value: JsonValue | undefined;
  /** The parameter of the value, for errors. */
  field: string;
}

/** Returns the fields that a Set node assigns, converted to their types. */
export function readAssignments(context: NodeContext, itemIndex: number): Map<string, JsonValue> {
  const isLenient = context.flag("options.ignoreConversionErrors", itemIndex);
  const fields = new Map<string, JsonValue>();
  for (const assignment of getAssignments(context, itemIndex))
    fields.set(assignment.name, toTypedValue(context, assignment, itemIndex, isLenient));
  return fields;
}

function getAssignments(context: NodeContext, itemIndex: number): Assignment[] {
  if (context.node.version < 3.3)
    return context.list("fields.values", itemIndex).map((entry, index) => {
      const { name, type: typeName, ...values } = entry as JsonObject;
      const type = getTextOr("stringValue", typeName);
      const field = `fields.values[${index}].${type}`;
      const bare = type.replace(/Value$/, "");
      const value = bare === "object" ? getRawParameter(context, field, itemIndex) : values[type];
      return {
        name: getTextOr("", name),
        type: bare,
        value: value === undefined ? getMissingValue(context, field, bare) : value,
        field,
      };
    });
  return context.list("assignments.assignments", itemIndex).map((entry, index) => {
    const { name, type: typeName, value } = entry as JsonObject;
    const type = getTextOr("string", typeName);
    const field = `assignments.assignments[${index}].value`;
    return {
      name: getTextOr("", name),
      type,
      value: value === undefined ? getMissingValue(context, field, type) : value,
      field,
    };
  });
}

/**
 * Returns the default for a value that is not set. Returns undefined, so that the field becomes null, if an expression
 * has no result or the type has no default.
 */
function getMissingValue(context: NodeContext, field: string, type: string): JsonValue | undefined {
  if (context.raw(field) !== undefined) return undefined;
  return type === "boolean" ? true : type === "string" || type === "number" ? "" : undefined;
}

/** The values that fields get before version 3.3 if the file sets null. */
const NULLS: Readonly<Record<string, JsonValue>> = { string: "", number: 0, object: {} };

/** Returns the value of a field without a value. Versions 3 and 3.1 treat null in text in their own way. */
function toEmptyValue(
  context: NodeContext,
  { name, type, value, field }: Assignment,
  itemIndex: number,
  isLenient: boolean,
): JsonValue {
  const { version } = context.node;
  if (version < 3.3 && context.raw(field) === null) return NULLS[type] ?? null;
  if (type !== "string" || version > 3.1 || (version > 3 && isLenient)) return null;
  const text = value === null ? "null" : "undefined";
  if (version === 3) return text;
  throw context.failure(`'${name}' expects a string but we got '${text}' [item ${itemIndex}]`, {
    field,
    itemIndex,
  });
}

function toTypedValue(
  context: NodeContext,
  assignment: Assignment,
  itemIndex: number,
  isLenient: boolean,
): JsonValue {
  const { name, type, value, field } = assignment;
  if (value === undefined || value === null) return toEmptyValue(context, assignment, itemIndex, isLenient);
  if (context.node.version < 3.3 && type === "object" && typeof value === "string") {
    if (value === "null" || value === "undefined") return null;
    return parseObject(context, value, `entry "${name}" inside 'Fields to Set'`, { field, itemIndex });
  }
  const known = FIELD_TYPES.find((fieldType) => fieldType === type);
  if (!known)
    throw context.failure(`'${name}' has the unknown type '${type}'. Use ${FIELD_TYPES.join(", ")}`, {
      field,
      itemIndex,
    });
  const converted = convert(value, known);
  if (converted.fits) return converted.value ?? null;
  if (isLenient) return value;
  const article = `'${name}' expects a ${type} but we got`;
  throw context.failure(`${article} ${describeValue(value)} [item ${itemIndex}]`, { field, itemIndex });
}

function describeValue(value: JsonValue): string {
  if (Array.isArray(value)) return "array";
  return value !== null && typeof value === "object" ? "object" : `'${String(value)}'`;
}

/** Parses an object written as JSON. @throws NodeError with n8n's message, which names the location */
export function parseObject(
  context: NodeContext,
  value: JsonValue | undefined,
  where: string,
  place: { field: string; itemIndex: number },
): JsonObject {
  const parsed = typeof value === "string" ? parseText(context, value, where, place) : value;
  if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed))
    throw context.failure(
      `The ${where} in item ${place.itemIndex} does not contain a valid JSON object`,
      place,
    );
  return parsed;
}

function parseText(
  context: NodeContext,
  text: string,
  where: string,
  place: { field: string; itemIndex: number },
): JsonValue {
  try {
    return parseRepairedJson(text);
  } catch (error) {
    throw context.failure(`The ${where} in item ${place.itemIndex} contains invalid JSON`, place, {
      cause: error,
    });
  }
}
