import type { JsonValue } from "@stoa/runtime/protocol";
import { cutText } from "./plain-text.ts";

interface Formatter {
  resolvedOptions(): object;
}

type Options = Record<string, unknown>;
type Locales = string | string[] | undefined;

/**
 * The maximum number of cached formatters. They are expensive to create, and one formatter can format the
 * dates of many items.
 */
const MAX_FORMATTERS = 100;
const formatters = new Map<string, Formatter>();

const TYPES: Readonly<Record<string, (locales: Locales, options: Options | undefined) => Formatter>> = {
  DateTimeFormat: (locales, options) => new Intl.DateTimeFormat(locales, options),
  NumberFormat: (locales, options) => new Intl.NumberFormat(locales, options),
  Collator: (locales, options) => new Intl.Collator(locales, options),
  PluralRules: (locales, options) => new Intl.PluralRules(locales, options),
  RelativeTimeFormat: (locales, options) => new Intl.RelativeTimeFormat(locales, options),
  ListFormat: (locales, options) => new Intl.ListFormat(locales, options),
  DisplayNames: (locales, options) => new Intl.DisplayNames(locales, options as never),
};

const METHODS = new Set([
  "resolvedOptions",
  "format",
  "formatToParts",
  "formatRange",
  "formatRangeToParts",
  "compare",
  "select",
  "of",
]);

function getFormatter(type: string, locales: Locales, options: Options | undefined): Formatter {
  const key = JSON.stringify([type, locales ?? null, options ?? null]);
  const cached = formatters.get(key);
  if (cached) return cached;
  const make = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  if (!make) throw new TypeError(`Intl.${type} is not available here`);
  const formatter = make(locales, options);
  if (formatters.size >= MAX_FORMATTERS) formatters.clear();
  formatters.set(key, formatter);
  return formatter;
}

const readLocales = (value: JsonValue | undefined): Locales =>
  value === null || value === undefined ? "en-US" : (value as string | string[]);

/** Calls a method of an `Intl` formatter for the sandbox, with plain data. The default time zone is the workflow's. */
export function intl(
  timezone: string,
  [type, locales, options, method, ...args]: readonly JsonValue[],
): unknown {
  const name = cutText(type);
  if (method === "getCanonicalLocales") return Intl.getCanonicalLocales(locales as string[]);
  if (method === "supportedLocalesOf") return Intl.DateTimeFormat.supportedLocalesOf(locales as string[]);
  if (!METHODS.has(cutText(method))) throw new TypeError(`Intl.${name} has no ${cutText(method)}`);
  const zone = name === "DateTimeFormat" ? { timeZone: timezone } : {};
  const formatter = getFormatter(name, readLocales(locales), { ...zone, ...(options as Options | null) });
  const call = (formatter as unknown as Record<string, (...all: unknown[]) => unknown>)[cutText(method)];
  if (!call) throw new TypeError(`Intl.${name} has no ${cutText(method)}`);
  return call.apply(formatter, [...args]);
}

/** Returns the result of a date's `toLocaleString` or a similar method, by default in the workflow's time zone. */
export function formatDate(timezone: string, [method, ms, locales, options]: readonly JsonValue[]): string {
  const date = new Date(typeof ms === "number" ? ms : Number.NaN);
  const formatOptions = { timeZone: timezone, ...(options as Options | null) };
  if (method === "toLocaleDateString") return date.toLocaleDateString(readLocales(locales), formatOptions);
  if (method === "toLocaleTimeString") return date.toLocaleTimeString(readLocales(locales), formatOptions);
  return date.toLocaleString(readLocales(locales), formatOptions);
}

/**
 * Returns the result of a number's `toLocaleString`. The number is passed as a string, because JSON cannot express NaN
 * and large integers.
 */
export function formatNumber([text, locales, options]: readonly JsonValue[]): string {
  const value = /^-?\d{16,}$/.test(cutText(text)) ? BigInt(cutText(text)) : Number(text);
  return value.toLocaleString(readLocales(locales), (options ?? undefined) as Options | undefined);
}
