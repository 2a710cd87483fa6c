import { DateTime } from "luxon";
import { ExpressionError } from "../expression-error.ts";
import type { Run } from "../interpreter/run.ts";
import { setZone } from "../methods/luxon-methods.ts";
import { parseDate } from "../values/date-text.ts";

/** The maximum length of a date. Longer strings are not dates. */
const MAX_DATE = 200;
/** Days from the start of 1900, as spreadsheets count them, to 1970. */
const EXCEL_EPOCH = 25_569;
const DAY_MS = 86_400_000;

const UNITS = new Set<unknown>(["ms", "s", "us", "excel"]);

export const isDateUnit = (unit: unknown): boolean => UNITS.has(unit);

/** Converts a number in a unit, milliseconds by default, to a time. @throws ExpressionError for an unknown unit */
export function parseDateNumber(run: Run, value: number, unit: unknown = "ms"): DateTime {
  const milliseconds = {
    ms: value,
    s: value * 1000,
    us: value / 1000,
    excel: (value - EXCEL_EPOCH) * DAY_MS,
  };
  if (typeof unit !== "string" || !Object.hasOwn(milliseconds, unit))
    throw new ExpressionError(`toDateTime() accepts the units "ms", "s", "us" and "excel"`);
  return DateTime.fromMillis(milliseconds[unit as "ms"], {
    zone: run.scope.workflow.timezone,
    locale: "en-US",
  });
}

/**
 * Parses a time in the format of ISO 8601, HTTP, RFC 2822 or SQL, a timestamp, or any string that JavaScript can parse.
 * Returns undefined if the string is not a time.
 */
export function parseDateText(run: Run, text: string): DateTime | undefined {
  if (text.length > MAX_DATE) return undefined;
  const options = { zone: run.scope.workflow.timezone, locale: "en-US" } as const;
  const read = [
    () => DateTime.fromISO(text, { ...options, setZone: true }),
    () => DateTime.fromHTTP(text, { ...options, setZone: true }),
    () => DateTime.fromRFC2822(text, { ...options, setZone: true }),
    () => DateTime.fromSQL(text, { ...options, setZone: true }),
  ];
  if (/^\d{11,}$/.test(text)) return parseDateNumber(run, Number(text));
  for (const attempt of read) {
    const date = attempt();
    if (date.isValid) return date;
  }
  const date = parseDate(text);
  return Number.isNaN(date.getTime()) ? undefined : setZone(run, date);
}

/** Returns a DateTime, a Date or a string as a DateTime. @throws ExpressionError if the value is not a date */
export function toDateTime(run: Run, value: unknown, asker: string): DateTime {
  if (DateTime.isDateTime(value)) return value;
  if (value instanceof Date) return setZone(run, value);
  const read = typeof value === "string" ? parseDateText(run, value) : undefined;
  if (!read) throw new ExpressionError(`${asker}() received a value that is not a date`);
  return read;
}
