import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../model/is-object.ts";
import { toText } from "../../../model/json-text.ts";

/** Converts a parameter's value to the form that a service expects. Undefined leaves it out. */
export type Convert = (value: JsonValue) => JsonValue | undefined;

/** Splits comma-separated text. A list is returned as text entries. */
export function toList(value: JsonValue): string[] {
  const parts = Array.isArray(value) ? value.map(toText) : toText(value).split(",");
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Returns a number, or the value itself if it is not a number, so that the service can name the mistake. */
export function toNumber(value: JsonValue): JsonValue {
  const number = typeof value === "string" ? Number(value) : value;
  return typeof number === "number" && !Number.isNaN(number) ? number : value;
}

export const toNumberList = (value: JsonValue): JsonValue => toList(value).map(toNumber);

/** Joins a list with commas. */
export const joinList = (value: JsonValue): string => toList(value).join(",");

/** Parses JSON. Returns text that is not JSON unchanged, so that the service can name the mistake. */
export function parseJsonText(value: JsonValue): JsonValue {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}

function toTime(value: JsonValue): number {
  if (typeof value === "number") return value;
  const text = toText(value);
  return /^\d{12,}$/.test(text) ? Number(text) : Date.parse(text);
}

/** Converts a date to milliseconds since 1970. Returns text that is not a date unchanged. */
export function toMilliseconds(value: JsonValue): JsonValue {
  const time = toTime(value);
  return Number.isNaN(time) ? value : time;
}

/** Converts a date to ISO 8601 in UTC. Returns text that is not a date unchanged. */
export function toIsoDate(value: JsonValue): JsonValue {
  const time = toTime(value);
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

/** Converts `menuOrder` to `menu_order`. */
export const toSnakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Returns the first value of a collection with one entry: `{ details: {...} }` or `{ details: [{...}] }`. */
export const getEntry =
  (name: string): Convert =>
  (value) => {
    const inner = isObject(value) ? value[name] : undefined;
    return Array.isArray(inner) ? inner[0] : inner;
  };

/** Returns the list of a collection with many entries, or undefined if it is empty. */
export const getEntries =
  (name: string): Convert =>
  (value) => {
    const inner = isObject(value) ? value[name] : undefined;
    const list = Array.isArray(inner) ? inner : inner === undefined ? [] : [inner];
    return list.length === 0 ? undefined : list;
  };

/** Returns the names and values of a collection with many entries as an object. */
export const getPairs =
  (list: string, name: string, field: string): Convert =>
  (value) => {
    const all = getEntries(list)(value);
    if (!Array.isArray(all)) return undefined;
    return Object.fromEntries(all.filter(isObject).map((entry) => [toText(entry[name]), entry[field] ?? ""]));
  };
