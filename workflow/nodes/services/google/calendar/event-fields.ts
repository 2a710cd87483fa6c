import { randomUUID } from "node:crypto";
import type { JsonValue } from "@stoa/runtime/protocol";
import { DateTime } from "luxon";
import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { parseFieldNames } from "../../../core/fields/field-path.ts";
import { readResourceLocator } from "../../resource-locator.ts";
import { encodePathPart, type ServiceQuery } from "../../service-call.ts";

/** The event paths, in the form that grants use. */
export const EVENT_PATHS = ["/calendar/v3/calendars/*/events/**"] as const;

/** Returns the ID of a node's calendar. @throws NodeError if there is none */
export function getCalendarId(context: NodeContext, itemIndex: number): string {
  const { value } = readResourceLocator(context, "calendar", itemIndex);
  if (value !== "") return value;
  throw context.failure("No calendar is set. Choose one or enter its ID", {
    field: "calendar",
    itemIndex,
  });
}

/** Returns the path of a calendar's events, or of a single event. */
export function getEventsPath(context: NodeContext, itemIndex: number, event?: string): string {
  const events = `/calendar/v3/calendars/${encodePathPart(getCalendarId(context, itemIndex))}/events`;
  return event === undefined ? events : `${events}/${encodePathPart(event)}`;
}

/** Returns the ID of a node's event. @throws NodeError if no ID is set */
export function getEventId(context: NodeContext, itemIndex: number): string {
  const id = context.text("eventId", itemIndex).trim();
  if (id !== "") return id;
  throw context.failure("No event is set. Enter the ID of an event", { field: "eventId", itemIndex });
}

/** Parses a time in any common format. `zone` applies if the text has no time zone. */
function parseTime(text: string, zone: string): DateTime {
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

/** Returns a time in the format of RFC 3339. @throws NodeError if the time is invalid */
export function toCalendarTime(
  context: NodeContext,
  itemIndex: number,
  field: string,
  { value, zone = context.workflow.timezone }: { value: string; zone?: string | undefined },
): string {
  const time = parseTime(value.trim(), zone);
  const written = time.isValid ? time.toUTC().toISO({ suppressMilliseconds: true }) : null;
  if (written !== null) return written;
  throw context.failure(`'${value.slice(0, 80)}' isn't a valid date and time`, { field, itemIndex });
}

/** Returns the date of a time, for all-day events. */
function toCalendarDay(context: NodeContext, itemIndex: number, field: string, value: string): string {
  const day = parseTime(value.trim(), context.workflow.timezone).toISODate();
  if (day !== null) return day;
  throw context.failure(`'${value.slice(0, 80)}' isn't a valid date`, { field, itemIndex });
}

/** The fields that the node copies to the event, with their names in Google's API. */
const SAME: Readonly<Record<string, string>> = {
  color: "colorId",
  description: "description",
  guestsCanInviteOthers: "guestsCanInviteOthers",
  guestsCanModify: "guestsCanModify",
  guestsCanSeeOtherGuests: "guestsCanSeeOtherGuests",
  id: "id",
  location: "location",
  showMeAs: "transparency",
  summary: "summary",
  visibility: "visibility",
};

/** Returns the start or end of an event. */
function toMoment(
  context: NodeContext,
  itemIndex: number,
  field: string,
  value: string,
  isDay: boolean,
): JsonObject {
  if (isDay) return { date: toCalendarDay(context, itemIndex, field, value) };
  return {
    dateTime: toCalendarTime(context, itemIndex, field, { value }),
    timeZone: context.workflow.timezone,
  };
}

/** Returns the event's start and end, if the node sets them. */
export function readEventTimes(
  context: NodeContext,
  itemIndex: number,
  { start, end, allday }: { start: string; end: string; allday: JsonValue | undefined },
  path = "",
): JsonObject {
  const isDay = allday === "yes" || allday === true;
  return {
    ...(start !== "" && { start: toMoment(context, itemIndex, `${path}start`, start, isDay) }),
    ...(end !== "" && { end: toMoment(context, itemIndex, `${path}end`, end, isDay) }),
  };
}

/** Returns attendees. A list entry may contain several email addresses. */
export function parseAttendees(value: JsonValue | undefined): JsonObject[] {
  const values = Array.isArray(value) ? value : [value ?? ""];
  return values.flatMap((each) => parseFieldNames(each)).map((email) => ({ email }));
}

/**
 * Returns the recurrence rule of an event, which the author wrote or which is built from the options. Returns undefined
 * if the event does not recur.
 */
function getRecurrence({
  rrule,
  repeatFrecuency,
  repeatHowManyTimes,
  repeatUntil,
}: JsonObject): string | undefined {
  if (typeof rrule === "string" && rrule !== "") return `RRULE:${rrule.replace(/^RRULE:/i, "")}`;
  const parts = [
    repeatFrecuency && `FREQ=${toText(repeatFrecuency).toUpperCase()}`,
    repeatHowManyTimes && `COUNT=${toText(repeatHowManyTimes)}`,
    repeatUntil &&
      `UNTIL=${toText(repeatUntil).replace(/[-:]/g, "").replace(/\.\d+/, "").replace(/Z?$/, "Z")}`,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : `RRULE:${parts.join(";")}`;
}

function getReminders(context: NodeContext, itemIndex: number): JsonObject {
  const { useDefaultReminders } = context.node.parameters;
  if (useDefaultReminders === undefined || context.flag("useDefaultReminders", itemIndex, true)) return {};
  const overrides = context.list("remindersUi.remindersValues", itemIndex);
  return { reminders: { useDefault: false, ...(overrides.length > 0 && { overrides }) } };
}

/** Returns the type of an event's video conference, or undefined if the event has none. */
function getConferenceType({ conferenceDataUi }: JsonObject): string | undefined {
  const values = isObject(conferenceDataUi) ? conferenceDataUi.conferenceDataValues : undefined;
  const solution = isObject(values) ? values.conferenceSolution : undefined;
  return typeof solution === "string" && solution !== "" ? solution : undefined;
}

/** Returns an event's fields, except its start and end, from the node's collection of fields. */
export function createEventBody(context: NodeContext, itemIndex: number, fields: JsonObject): JsonObject {
  const event: JsonObject = {};
  for (const [name, field] of Object.entries(SAME)) {
    const value = fields[name];
    if (value !== undefined && value !== "") event[field] = value;
  }
  const rule = getRecurrence(fields);
  if (rule !== undefined) event.recurrence = [rule];
  const conference = getConferenceType(fields);
  if (conference !== undefined)
    event.conferenceData = {
      createRequest: { requestId: randomUUID(), conferenceSolutionKey: { type: conference } },
    };
  return { ...event, ...getReminders(context, itemIndex) };
}

/** Returns the query of a request that changes an event. */
export function createEventQuery(
  { maxAttendees, sendUpdates, sendNotifications }: JsonObject,
  event: JsonObject,
): ServiceQuery {
  return {
    ...(typeof maxAttendees === "number" && { maxAttendees }),
    ...(typeof sendUpdates === "string" && sendUpdates !== "" && { sendUpdates }),
    ...(typeof sendNotifications === "boolean" && { sendNotifications }),
    ...(isObject(event.conferenceData) && { conferenceDataVersion: 1 }),
  };
}
