import type { JsonValue } from "@stoa/runtime/protocol";
import { convertIcsCalendar } from "ts-ics";
import { toPlainJson } from "../plain-json.ts";

/**
 * The maximum length of a calendar file, enough for many years of appointments. It is limited because the parser reads
 * the lines more than once.
 */
const MAX_CHARS = 5_000_000;

/** Returns the events, times and people of a calendar file. @throws Error if it is invalid */
export function readCalendar(text: string): JsonValue {
  if (text.length > MAX_CHARS)
    throw new Error(`The calendar is longer than ${MAX_CHARS} characters. Use a file with fewer events`);
  if (!/^BEGIN:VCALENDAR/im.test(text)) throw new Error("The file is not a calendar (.ics)");
  return toPlainJson(convertIcsCalendar(undefined, text));
}
