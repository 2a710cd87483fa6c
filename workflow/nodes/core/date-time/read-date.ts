import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";

/** Larger numbers are milliseconds, smaller ones seconds: the years 2286 and 1970. */
const FIRST_MILLISECONDS = 10_000_000_000;

/** Parses a date in any common format. `zone` applies if the date has none. Returns undefined if it is not a date. */
export function readDate(value: JsonValue | undefined, zone: string): DateTime | undefined {
  const number =
    typeof value === "number" || (typeof value === "string" && /^-?\d{5,16}$/.test(value.trim()))
      ? Number(value)
      : undefined;
  if (number !== undefined)
    return valid(
      Math.abs(number) < FIRST_MILLISECONDS
        ? DateTime.fromSeconds(number, { zone })
        : DateTime.fromMillis(number, { zone }),
    );
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const text = value.trim();
  for (const read of [DateTime.fromISO, DateTime.fromRFC2822, DateTime.fromHTTP, DateTime.fromSQL]) {
    const date = valid(read(text, { zone }));
    if (date) return date;
  }
  return byJavaScript(text, zone);
}

/** JavaScript uses the machine's zone for dates without one: keep the clock time in the given zone. */
function byJavaScript(text: string, zone: string): DateTime | undefined {
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  const namesZone = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2})\b/i.test(text);
  if (namesZone) return DateTime.fromJSDate(date, { zone });
  return valid(DateTime.fromJSDate(date).setZone(zone, { keepLocalTime: true }));
}

/** Parses a date with a Luxon format. */
export function parseDateByFormat(text: string, format: string, zone: string): DateTime | undefined {
  return valid(DateTime.fromFormat(text, format, { zone }));
}

function valid(date: DateTime): DateTime | undefined {
  return date.isValid ? date : undefined;
}
