import { DateTime } from "luxon";
import type { NodeContext } from "../../../../model/node-context.ts";

/** A time as people and models write it, in a zone where it says none. */
function timeIn(text: string, zone: string): DateTime {
  const readings = [
    DateTime.fromISO(text, { zone }),
    DateTime.fromSQL(text, { zone }),
    DateTime.fromRFC2822(text, { zone }),
  ];
  const found = readings.find(({ isValid }) => isValid);
  if (found) return found;
  const number = /^\d{12,}$/.test(text) ? Number(text) : Date.parse(text);
  return DateTime.fromMillis(number, { zone });
}

/** The same in the form of RFC 3339. @throws NodeError for what is no time */
export function calendarTime(
  context: NodeContext,
  itemIndex: number,
  field: string,
  { value, zone = context.workflow.timezone }: { value: string; zone?: string | undefined },
): string {
  const time = timeIn(value.trim(), zone);
  const written = time.isValid ? time.toUTC().toISO({ suppressMilliseconds: true }) : null;
  if (written !== null) return written;
  throw context.failure(`'${value.slice(0, 80)}' isn't a valid date and time`, { field, itemIndex });
}

/** The day of a time, for events that take whole days. */
export function calendarDay(context: NodeContext, itemIndex: number, field: string, value: string): string {
  const day = timeIn(value.trim(), context.workflow.timezone).toISODate();
  if (day !== null) return day;
  throw context.failure(`'${value.slice(0, 80)}' isn't a valid date`, { field, itemIndex });
}
