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

/** Paths of events, as a grant names them. */
export const EVENT_PATHS = ["/calendar/v3/calendars/*/events/**"] as const;

/** The calendar that a node names. @throws NodeError where it names none */
export function getCalendarId(context: NodeContext, itemIndex: number): string {
  const { value } = readResourceLocator(context, "calendar", itemIndex);
  if (value !== "") return value;
  throw context.failure("The calendar is not said: choose one, or give its ID", {
    field: "calendar",
    itemIndex,
  });
}

/** The path of a calendar's events, or of one of them. */
export function getEventsPath(context: NodeContext, itemIndex: number, event?: string): string {
  const events = `/calendar/v3/calendars/${encodePathPart(getCalendarId(context, itemIndex))}/events`;
  return event === undefined ? events : `${events}/${encodePathPart(event)}`;
}

/** The event that a node names. @throws NodeError where it names none */
export function getEventId(context: NodeContext, itemIndex: number): string {
  const id = context.text("eventId", itemIndex).trim();
  if (id !== "") return id;
  throw context.failure("The event is not said: give its ID", { field: "eventId", itemIndex });
}

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
export function toCalendarTime(
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
function calendarDay(context: NodeContext, itemIndex: number, field: string, value: string): string {
  const day = timeIn(value.trim(), context.workflow.timezone).toISODate();
  if (day !== null) return day;
  throw context.failure(`'${value.slice(0, 80)}' isn't a valid date`, { field, itemIndex });
}

/** Fields that an event has as the node has them, by the node's names. */
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

/** When an event begins or ends. */
function moment(
  context: NodeContext,
  itemIndex: number,
  field: string,
  value: string,
  isDay: boolean,
): JsonObject {
  if (isDay) return { date: calendarDay(context, itemIndex, field, value) };
  return {
    dateTime: toCalendarTime(context, itemIndex, field, { value }),
    timeZone: context.workflow.timezone,
  };
}

/** Begin and end, as far as they are said. */
export function readEventTimes(
  context: NodeContext,
  itemIndex: number,
  { start, end, allday }: { start: string; end: string; allday: JsonValue | undefined },
  path = "",
): JsonObject {
  const isDay = allday === "yes" || allday === true;
  return {
    ...(start !== "" && { start: moment(context, itemIndex, `${path}start`, start, isDay) }),
    ...(end !== "" && { end: moment(context, itemIndex, `${path}end`, end, isDay) }),
  };
}

/** People who are invited: lists may hold several addresses in one text. */
export function parseAttendees(value: JsonValue | undefined): JsonObject[] {
  const given = Array.isArray(value) ? value : [value ?? ""];
  return given.flatMap((each) => parseFieldNames(each)).map((email) => ({ email }));
}

/** How often an event comes back: a rule of its own, or the parts of one. */
function recurrence({
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

function reminders(context: NodeContext, itemIndex: number): JsonObject {
  const { useDefaultReminders } = context.node.parameters;
  if (useDefaultReminders === undefined || context.flag("useDefaultReminders", itemIndex, true)) return {};
  const overrides = context.list("remindersUi.remindersValues", itemIndex);
  return { reminders: { useDefault: false, ...(overrides.length > 0 && { overrides }) } };
}

/** The kind of meeting room that an event gets. */
function conferenceType({ conferenceDataUi }: JsonObject): string | undefined {
  const values = isObject(conferenceDataUi) ? conferenceDataUi.conferenceDataValues : undefined;
  const solution = isObject(values) ? values.conferenceSolution : undefined;
  return typeof solution === "string" && solution !== "" ? solution : undefined;
}

/** What an event is to have beside its time, as the node's collection of fields says. */
export function createEventBody(context: NodeContext, itemIndex: number, fields: JsonObject): JsonObject {
  const event: JsonObject = {};
  for (const [name, field] of Object.entries(SAME)) {
    const value = fields[name];
    if (value !== undefined && value !== "") event[field] = value;
  }
  const rule = recurrence(fields);
  if (rule !== undefined) event.recurrence = [rule];
  const conference = conferenceType(fields);
  if (conference !== undefined)
    event.conferenceData = {
      createRequest: { requestId: randomUUID(), conferenceSolutionKey: { type: conference } },
    };
  return { ...event, ...reminders(context, itemIndex) };
}

/** What is said of the request itself. */
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
