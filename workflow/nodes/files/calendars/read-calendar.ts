import type { JsonValue } from "@stoa/runtime/protocol";
import { convertIcsCalendar } from "ts-ics";
import { toPlainJson } from "../plain-json.ts";

/**
 * The maximum length, enough for many years of appointments. The parser reads a file's lines more than once.
 */
const MAX_CHARS = 5_000_000;

/** Returns the events, times and people of a calendar file. @throws Error if it is invalid */
export function readCalendar(text: string): JsonValue {
  if (text.length > MAX_CHARS) throw new Error(`The calendar is longer than ${MAX_CHARS} characters`);
  if (!/^BEGIN:VCALENDAR/im.test(text)) throw new Error("The file is not a calendar (.ics)");
  return toPlainJson(convertIcsCalendar(undefined, text));
}
