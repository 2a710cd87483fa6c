import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";
import { toText } from "../fields/field-path.ts";
import { readLooseJson } from "../fields/literal-object.ts";

/** The types of condition values. */
export const FIELD_TYPES = ["any", "string", "number", "boolean", "dateTime", "array", "object"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The result of a conversion to a type; dates are milliseconds. */
export type ConversionResult = { fits: true; value: JsonValue | undefined } | { fits: false };

const REFUSED: ConversionResult = { fits: false };
const fit = (value: JsonValue | undefined): ConversionResult => ({ fits: true, value });

/** Converts a value with loose type validation, if its content fits the type. Null and undefined stay unchanged. */
export function convert(value: JsonValue | undefined, type: FieldType): ConversionResult {
  if (value === undefined || value === null) return fit(value);
  switch (type) {
    case "any":
      return fit(value);
    case "string":
      return fit(toText(value));
    case "number":
      return convertToNumber(value);
    case "boolean":
      return convertToBoolean(value);
    case "dateTime":
      return convertToDateTime(value);
    case "array":
      return convertFromJson(value, Array.isArray);
    case "object":
      return convertFromJson(value, (parsed) => !Array.isArray(parsed));
  }
}

/** Accepts a value only if it already has the type. Dates in JSON are strings or numbers, which are parsed. */
export function convertStrictly(value: JsonValue | undefined, type: FieldType): ConversionResult {
  if (value === undefined || value === null || type === "any") return fit(value);
  if (type === "dateTime") return convertToDateTime(value);
  return getTypeName(value) === type ? fit(value) : REFUSED;
}

/** Returns the type of a value for messages. */
export function getTypeName(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return "array";
  return value === null ? "object" : typeof value;
}

function convertToNumber(value: JsonValue): ConversionResult {
  if (typeof value === "object") return REFUSED;
  const number = Number(value);
  return Number.isNaN(number) ? REFUSED : fit(number);
}

function convertToBoolean(value: JsonValue): ConversionResult {
  if (typeof value === "boolean") return fit(value);
  if (typeof value === "object" || value === "") return REFUSED;
  const word = typeof value === "string" ? value.toLowerCase() : value;
  if (word === "true" || word === "false") return fit(word === "true");
  const number = Number(value);
  return number === 0 || number === 1 ? fit(number === 1) : REFUSED;
}

/** Returns a date in milliseconds. A number is a time in milliseconds. A string may have any common date format. */
function convertToDateTime(value: JsonValue): ConversionResult {
  if (typeof value === "number") return fit(value);
  if (typeof value !== "string") return REFUSED;
  const text = value.trim();
  for (const read of [DateTime.fromISO, DateTime.fromHTTP, DateTime.fromRFC2822, DateTime.fromSQL]) {
    const instant = read(text, { setZone: true });
    if (instant.isValid) return fit(instant.toMillis());
  }
  const millis = /^\d{11,16}$/.test(text) ? Number(text) : Date.parse(text);
  return Number.isNaN(millis) ? REFUSED : fit(millis);
}

function convertFromJson(value: JsonValue, isRight: (parsed: object) => boolean): ConversionResult {
  if (typeof value === "object" && value !== null) return isRight(value) ? fit(value) : REFUSED;
  if (typeof value !== "string") return REFUSED;
  try {
    const parsed = readLooseJson(value);
    return parsed !== null && typeof parsed === "object" && isRight(parsed) ? fit(parsed) : REFUSED;
  } catch {
    return REFUSED;
  }
}

/** Formats a value for a message as JavaScript does: a list as its entries, an object as `[object Object]`. */
export function formatValue(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return value.map((entry) => (entry === null ? "" : formatValue(entry))).join(",");
  return value !== null && typeof value === "object" ? "[object Object]" : String(value);
}
