import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";

/**
 * Smaller numbers are seconds, and all others are milliseconds. As seconds, this number is a time in the year 2286. As
 * milliseconds, it is in April 1970.
 */
const FIRST_MILLISECONDS = 10_000_000_000;

/**
 * The zone of n8n's servers, in which it reads dates without a zone. An export does not contain it; UTC is the zone of
 * n8n's own images.
 */
export const SERVER_ZONE = "UTC";

/**
 * Parses a date in any common format. `zone` applies if the date has no time zone. Numbers, numeric text, and values
 * that JavaScript converts to numbers are seconds or milliseconds. Returns undefined if the value is not a date.
 */
export function readDate(value: JsonValue | undefined, zone: string): DateTime | undefined {
  const number = value === undefined ? Number.NaN : Number(value);
  if (!Number.isNaN(number))
    return toValidDate(
      Math.abs(number) < FIRST_MILLISECONDS
        ? DateTime.fromSeconds(number, { zone })
        : DateTime.fromMillis(number, { zone }),
    );
  if (typeof value !== "string" || IS_TIME_ONLY.test(value)) return undefined;
  const text = value.trim();
  for (const read of [DateTime.fromISO, DateTime.fromRFC2822, DateTime.fromHTTP, DateTime.fromSQL]) {
    const date = toValidDate(read(text, { zone }));
    if (date) return date;
  }
  return parseWithJavaScript(text);
}

const IS_TIME_ONLY = /^\s*\d{1,2}:\d{2}/;

/**
 * Parses a date as JavaScript does, or returns undefined. JavaScript uses the machine's zone for a date without a zone.
 * In that case the clock time is kept and the zone of the servers is used.
 */
function parseWithJavaScript(text: string): DateTime | undefined {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  const namesZone = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\b/i.test(text);
  if (namesZone) return DateTime.fromJSDate(date, { zone: SERVER_ZONE });
  return toValidDate(DateTime.fromJSDate(date).setZone(SERVER_ZONE, { keepLocalTime: true }));
}

/** Parses a date with a Luxon format. Returns undefined if the text does not have this format. */
export function parseDateByFormat(text: string, format: string, zone: string): DateTime | undefined {
  return toValidDate(DateTime.fromFormat(text, format, { zone }));
}

export function toValidDate(date: DateTime): DateTime | undefined {
  return date.isValid ? date : undefined;
}
