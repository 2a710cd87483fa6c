import type { JsonValue } from "@stoa/runtime/protocol";
import { convertIcsCalendar } from "ts-ics";
import { toPlainJson } from "../plain-json.ts";

/** Appointments of many years; its reader looks at a file's lines more than once. */
const MAX_CHARS = 5_000_000;

/** A calendar file as an object: its events, times and people. @throws Error where it is none. */
export function readCalendar(text: string): JsonValue {
  if (text.length > MAX_CHARS) throw new Error(`The calendar is longer than ${MAX_CHARS} characters`);
  if (!/^BEGIN:VCALENDAR/im.test(text)) throw new Error("The file is no calendar (.ics)");
  return toPlainJson(convertIcsCalendar(undefined, text));
}
