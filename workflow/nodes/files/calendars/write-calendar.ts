import {
  type Attendee,
  createEvent,
  type DateArray,
  type EventAttributes,
  type EventStatus,
  type ParticipationRole,
  type ParticipationStatus,
} from "ics";
import { DateTime } from "luxon";
import { isObject } from "../../../model/is-object.ts";
import type { JsonObject } from "../../../model/item.ts";
import type { NodeContext } from "../../../model/node-context.ts";

const getText = (record: JsonObject, name: string) => {
  const value = record[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};

function instant(context: NodeContext, field: "start" | "end", index: number): DateTime {
  const text = context.text(field, index);
  const time = DateTime.fromISO(text.replace(" ", "T"), { zone: context.workflow.timezone });
  if (time.isValid) return time;
  throw context.failure(`'${field}' is not a valid date: ${text.slice(0, 60)}`, { field, itemIndex: index });
}

function toDateArray(time: DateTime, allDay: boolean): DateArray {
  if (allDay) return [time.year, time.month, time.day];
  const utc = time.toUTC();
  return [utc.year, utc.month, utc.day, utc.hour, utc.minute];
}

function getAttendees(extra: JsonObject): Attendee[] {
  const listed = isObject(extra.attendeesUi) ? extra.attendeesUi.attendeeValues : undefined;
  return (Array.isArray(listed) ? listed : []).filter(isObject).map((entry) => {
    const more = isObject(entry.additionalFields) ? entry.additionalFields : {};
    return {
      name: getText(entry, "name") ?? "",
      email: getText(entry, "email") ?? "",
      rsvp: entry.rsvp === true,
      ...(getText(more, "partstat") && { partstat: more.partstat as ParticipationStatus }),
      ...(getText(more, "role") && { role: more.role as ParticipationRole }),
    };
  });
}

/** Returns the optional fields of an event. */
function getFurtherAttributes(extra: JsonObject): Partial<EventAttributes> {
  const place = isObject(extra.geolocationUi) ? extra.geolocationUi.geolocationValues : undefined;
  const host = isObject(extra.organizerUi) ? extra.organizerUi.organizerValues : undefined;
  const attendees = getAttendees(extra);
  const { busyStatus, status } = extra;
  const texts = {
    calName: getText(extra, "calName"),
    description: getText(extra, "description"),
    location: getText(extra, "location"),
    recurrenceRule: getText(extra, "recurrenceRule"),
    uid: getText(extra, "uid"),
    url: getText(extra, "url"),
  };
  return {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
    ...(attendees.length > 0 && { attendees }),
    ...(isObject(place) && { geo: { lat: Number(place.lat), lon: Number(place.lon) } }),
    ...(isObject(host) && {
      organizer: { name: getText(host, "name") ?? "", email: getText(host, "email") ?? "" },
    }),
    ...(typeof extra.sequence === "number" && { sequence: extra.sequence }),
    ...(typeof busyStatus === "string" && { busyStatus: busyStatus as "BUSY" }),
    ...(typeof status === "string" && { status: status as EventStatus }),
  };
}

/** Creates a calendar file with the event that the parameters describe for an item. */
export function writeCalendar(context: NodeContext, index: number): Uint8Array {
  const allDay = context.flag("allDay", index);
  const start = instant(context, "start", index);
  const end = instant(context, "end", index);
  const { error, value } = createEvent({
    title: context.text("title", index),
    start: toDateArray(start, allDay),
    // The end date of an all-day event is exclusive.
    end: toDateArray(allDay && +end <= +start ? start.plus({ days: 1 }) : end, allDay),
    startInputType: "utc",
    endInputType: "utc",
    ...getFurtherAttributes(context.object("additionalFields", index)),
  });
  if (error || !value)
    throw context.failure(`The event cannot be created: ${error?.message ?? "unknown reason"}`, {
      itemIndex: index,
    });
  return Buffer.from(value, "utf8");
}
