import type { JsonValue } from "@stoa/runtime/protocol";
import type { BinaryFile, JsonObject } from "../../model/item.ts";
import { findChatMessage, parseInputFile, toInputText } from "./caller-input.ts";

import type { FormField } from "./form-fields.ts";

/** The values and files of a submitted form. */
export interface FormValues {
  json: JsonObject;
  binary: Record<string, BinaryFile>;
}

/** Returns the input for a field, which may have the field's key, label or name. Returns undefined if there is none. */
function findInput(field: FormField, input: JsonObject): JsonValue | undefined {
  for (const name of [field.key, field.label, field.name]) if (Object.hasOwn(input, name)) return input[name];
  return undefined;
}

function toList(value: JsonValue): JsonValue[] {
  if (Array.isArray(value)) return value;
  return toInputText(value)
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** Returns the value of a field. A field that was not filled in is null or an empty list. */
function toFieldValue(field: FormField, value: JsonValue | undefined): JsonValue {
  if (value === undefined || value === null || (value === "" && (field.isList || field.kind === "number")))
    return field.isList ? [] : null;
  if (field.isList) return toList(value);
  if (field.kind === "number") {
    const number = Number(value);
    return Number.isNaN(number) ? value : number;
  }
  return typeof value === "object" ? JSON.stringify(value) : value;
}

function addFiles(field: FormField, value: JsonValue | undefined, values: FormValues): void {
  const files = (Array.isArray(value) ? value : [value ?? null])
    .map(parseInputFile)
    .filter((file) => file !== undefined);
  const fileDescriptions = files.map(({ fileName = "", mimeType, bytes }) => ({
    filename: fileName,
    mimetype: mimeType,
    size: bytes.byteLength,
  }));
  values.json[field.key] = field.isSingleFile ? (fileDescriptions[0] ?? null) : fileDescriptions;
  const property = field.key.replace(/\W/g, "_");
  for (const [index, file] of files.entries())
    values.binary[files.length > 1 ? `${property}_${index}` : property] = file;
}

/** Returns the values of a form's fields, with their defaults. */
export function readFormValues(fields: readonly FormField[], input: JsonObject): FormValues {
  const values: FormValues = { json: {}, binary: {} };
  const message = findChatMessage(input);
  for (const [index, field] of fields.entries()) {
    // If the input is only a message, it is the value of the first field.
    const asMessage = index === 0 && message.name !== undefined ? input[message.name] : undefined;
    const value = findInput(field, input) ?? asMessage ?? field.initial;
    if (field.kind === "file") addFiles(field, value, values);
    else values.json[field.key] = toFieldValue(field, value);
  }
  return values;
}
