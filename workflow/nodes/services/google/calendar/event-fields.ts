import { randomUUID } from "node:crypto";
import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../../../model/is-object.ts";
import type { JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { fieldNames } from "../../../core/fields/field-path.ts";
import type { ServiceQuery } from "../../service-call.ts";
import { calendarDay, calendarTime } from "./calendar-time.ts";

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
    dateTime: calendarTime(context, itemIndex, field, { value }),
    timeZone: context.workflow.timezone,
  };
}

/** Begin and end, as far as they are said. */
export function eventTimes(
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
export function invited(value: JsonValue | undefined): JsonObject[] {
  const given = Array.isArray(value) ? value : [value ?? ""];
  return given.flatMap((each) => fieldNames(each)).map((email) => ({ email }));
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
export function eventFields(context: NodeContext, itemIndex: number, fields: JsonObject): JsonObject {
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
export function eventQuery(
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
