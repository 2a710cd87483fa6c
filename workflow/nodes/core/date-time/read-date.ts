import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";

/**
 * Smaller numbers are seconds, and all others are milliseconds. As seconds, this number is a time in the year 2286. As
 * milliseconds, it is in April 1970.
 */
const FIRST_MILLISECONDS = 10_000_000_000;

/**
 * Parses a date in any common format. `zone` applies if the date has no time zone. Returns undefined if the value is
 * not a date.
 */
export function readDate(value: JsonValue | undefined, zone: string): DateTime | undefined {
  const number =
    typeof value === "number" || (typeof value === "string" && /^-?\d{5,16}$/.test(value.trim()))
      ? Number(value)
      : undefined;
  if (number !== undefined)
    return toValidDate(
      Math.abs(number) < FIRST_MILLISECONDS
        ? DateTime.fromSeconds(number, { zone })
        : DateTime.fromMillis(number, { zone }),
    );
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const text = value.trim();
  for (const read of [DateTime.fromISO, DateTime.fromRFC2822, DateTime.fromHTTP, DateTime.fromSQL]) {
    const date = toValidDate(read(text, { zone }));
    if (date) return date;
  }
  return parseWithJavaScript(text, zone);
}

/**
 * Parses a date as JavaScript does, or returns undefined. JavaScript uses the machine's zone for a date without a zone.
 * In that case the clock time is kept and the given zone is used.
 */
function parseWithJavaScript(text: string, zone: string): DateTime | undefined {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  const namesZone = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\b/i.test(text);
  if (namesZone) return DateTime.fromJSDate(date, { zone });
  return toValidDate(DateTime.fromJSDate(date).setZone(zone, { keepLocalTime: true }));
}

/** Parses a date with a Luxon format. Returns undefined if the text does not have this format. */
export function parseDateByFormat(text: string, format: string, zone: string): DateTime | undefined {
  return toValidDate(DateTime.fromFormat(text, format, { zone }));
}

function toValidDate(date: DateTime): DateTime | undefined {
  return date.isValid ? date : undefined;
}
