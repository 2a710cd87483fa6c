import type { SearchSchemaInput } from "@tanstack/react-router";

/** Search parameters are plain texts: `?search=123` stays a text, and addresses stay readable. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** The reverse of `parseSearch`; empty values leave the address. */
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

/** A search parameter as text, if it is one of the allowed. */
export function oneOf<Value extends string>(value: unknown, allowed: readonly Value[]): Value | undefined {
  return allowed.find((candidate) => candidate === value);
}

/** A search parameter as text of bounded length. */
export function textOf(value: unknown, maxLength: number): string | undefined {
  return typeof value === "string" && value !== "" ? value.slice(0, maxLength) : undefined;
}

/** A search parameter as a positive whole number. */
export function wholeNumberOf(value: unknown): number | undefined {
  const parsed = Number(value);
  return Number.isSafeInteger(parsed) && parsed > 0 ? parsed : undefined;
}
