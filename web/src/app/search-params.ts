import type { SearchSchemaInput } from "@tanstack/react-router";

/** Parses search parameters as plain strings: `?search=123` stays a string, and URLs stay readable. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/**
 * Formats strings and numbers as search parameters, as the reverse of `parseSearch`. Empty strings and values of other
 * types are omitted.
 */
export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === "number" || (typeof value === "string" && value !== ""))
      params.set(name, String(value));
  }
  return params.size > 0 ? `?${params}` : "";
}

/** The raw search parameters of every route. */
export type RawSearch = Record<string, unknown> & SearchSchemaInput;

/** Returns a search parameter if it is one of the allowed values, otherwise `undefined`. */
export function parseChoice<Value extends string>(
  value: unknown,
  allowed: readonly Value[],
): Value | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** Returns a search parameter cut to the maximum length, or `undefined` if it is empty or not a string. */
export function parseText(value: unknown, maxLength: number): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, maxLength) : undefined;
}

/** Returns a search parameter as a positive integer, or `undefined` if it is not one. */
export function parseWholeNumber(value: unknown): number | undefined {
  const parsed = Number(value);
  return Number.isSafeInteger(parsed) && parsed > 0 ? parsed : undefined;
}
