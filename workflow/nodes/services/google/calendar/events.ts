import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import { toText } from "../../../../model/json-text.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { getTextOr } from "../../../core/fields/field-path.ts";
import { readResourceLocator } from "../../resource-locator.ts";
import type { ServiceQuery } from "../../service-call.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { paginateByToken, requestAllItems } from "../../service-pagination.ts";
import { googleApiRequest, toGoogleCall } from "../google-api.ts";
import {
  createEventBody,
  createEventQuery,
  EVENT_PATHS,
  getEventId,
  getEventsPath,
  parseAttendees,
  readEventTimes,
  toCalendarTime,
} from "./event-fields.ts";

/** The API's maximum number of events per page. */
const PAGE_SIZE = 2_500;
const WEEK_MS = 7 * 24 * 3_600_000;

function getZone(context: NodeContext, itemIndex: number): string | undefined {
  const { value } = readResourceLocator(context, "options.timeZone", itemIndex);
  return value === "" ? undefined : value;
}

export const getEvent: ServiceOperation = {
  methods: ["GET"],
  paths: EVENT_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const { maxAttendees } = context.object("options", itemIndex);
    const timeZone = getZone(context, itemIndex);
    const json = await googleApiRequest(context, itemIndex, {
      method: "GET",
      path: getEventsPath(context, itemIndex, getEventId(context, itemIndex)),
      query: { ...(typeof maxAttendees === "number" && { maxAttendees }), ...(timeZone && { timeZone }) },
    });
    return [{ json }];
  },
};

/** Returns the time range of a list. From version 1.3 on, the default is the coming week. */
function getTimeRange(context: NodeContext, itemIndex: number, zone: string | undefined): ServiceQuery {
  const isLate = context.node.version >= 1.3;
  const bound = (name: "timeMin" | "timeMax", ahead: number) => {
    const field = isLate ? name : `options.${name}`;
    const standard =
      isLate && context.raw(field) === undefined ? new Date(Date.now() + ahead).toISOString() : "";
    const value = context.text(field, itemIndex) || standard;
    return value === "" ? {} : { [name]: toCalendarTime(context, itemIndex, field, { value, zone }) };
  };
  return { ...bound("timeMin", 0), ...bound("timeMax", WEEK_MS) };
}

function listQuery(context: NodeContext, itemIndex: number): ServiceQuery {
  const options: JsonObject = context.object("options", itemIndex);
  const { iCalUID, maxAttendees, orderBy, query, showDeleted, showHiddenInvitations, updatedMin, fields } =
    options;
  const timeZone = getZone(context, itemIndex);
  const isLate = context.node.version >= 1.3;
  const handling = context.text("options.recurringEventHandling", itemIndex, "expand");
  const singleEvents = isLate ? handling !== "first" : options.singleEvents === true;
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return {
    ...getTimeRange(context, itemIndex, timeZone),
    iCalUID: text(iCalUID),
    maxAttendees: typeof maxAttendees === "number" ? maxAttendees : undefined,
    // Google can sort by start time only if recurring events are expanded.
    orderBy: text(orderBy) === "startTime" && !singleEvents ? undefined : text(orderBy),
    q: text(query),
    showDeleted: showDeleted === true ? true : undefined,
    showHiddenInvitations: showHiddenInvitations === true ? true : undefined,
    singleEvents: singleEvents ? true : undefined,
    timeZone,
    fields: text(fields),
    updatedMin:
      text(updatedMin) &&
      toCalendarTime(context, itemIndex, "options.updatedMin", {
        value: toText(updatedMin),
        zone: timeZone,
      }),
  };
}

/** Returns the events with only the first event of each series. */
function keepFirstOfSeries(events: readonly JsonObject[]): JsonObject[] {
  const seen = new Set<string>();
  return events.filter(({ recurringEventId }) => {
    if (typeof recurringEventId !== "string") return true;
    if (seen.has(recurringEventId)) return false;
    seen.add(recurringEventId);
    return true;
  });
}

/** Lists the events of a calendar within a time range. */
export const listEvents: ServiceOperation = {
  methods: ["GET"],
  paths: EVENT_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const limit = context.flag("returnAll", itemIndex)
      ? Number.POSITIVE_INFINITY
      : Math.max(1, context.number("limit", itemIndex, 50));
    const query = { ...listQuery(context, itemIndex), maxResults: Math.min(limit, PAGE_SIZE) };
    const call = toGoogleCall({ method: "GET", path: getEventsPath(context, itemIndex), query });
    const events = await requestAllItems(context, itemIndex, call, paginateByToken("items"), limit);
    const isNextOnly =
      context.node.version >= 1.3 && context.text("options.recurringEventHandling", itemIndex) === "next";
    return (isNextOnly ? keepFirstOfSeries(events) : events).map((json) => ({ json }));
  },
};

const HOUR_MS = 3_600_000;

/**
 * Returns the start or end of an event to create. From version 1.3 on, an event starts now and lasts an hour by
 * default.
 */
function readTime(context: NodeContext, itemIndex: number, field: "start" | "end"): string {
  const written = context.text(field, itemIndex);
  if (written !== "" || context.raw(field) !== undefined || context.node.version < 1.3) return written;
  return new Date(Date.now() + (field === "end" ? HOUR_MS : 0)).toISOString();
}

export const createEvent: ServiceOperation = {
  methods: ["POST"],
  paths: EVENT_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const fields = context.object("additionalFields", itemIndex);
    const times = {
      start: readTime(context, itemIndex, "start"),
      end: readTime(context, itemIndex, "end"),
      allday: fields.allday,
    };
    const attendees = parseAttendees(fields.attendees);
    const body = {
      ...readEventTimes(context, itemIndex, times),
      ...createEventBody(context, itemIndex, fields),
      ...(attendees.length > 0 && { attendees }),
    };
    const call = { method: "POST", path: getEventsPath(context, itemIndex), body } as const;
    return [
      {
        json: await googleApiRequest(context, itemIndex, { ...call, query: createEventQuery(fields, body) }),
      },
    ];
  },
};

/**
 * Returns the attendees of an updated event, or undefined if the node does not change them. From version 1.2 on,
 * existing attendees may be kept.
 */
async function mergeAttendees(
  context: NodeContext,
  itemIndex: number,
  { attendees, attendeesUi }: JsonObject,
  path: string,
): Promise<JsonObject[] | undefined> {
  const chosen = isObject(attendeesUi) && isObject(attendeesUi.values) ? attendeesUi.values : undefined;
  const newAttendees = parseAttendees(chosen ? chosen.attendees : attendees);
  if (newAttendees.length === 0) return undefined;
  if (!chosen || chosen.mode === "replace") return newAttendees;
  const event = await googleApiRequest(context, itemIndex, { method: "GET", path });
  const present = Array.isArray(event.attendees) ? event.attendees.filter(isObject) : [];
  return [...present, ...newAttendees];
}

/**
 * Returns the path of the event to update, or the path of its series if the change applies to all events of the series.
 */
async function getUpdatePath(context: NodeContext, itemIndex: number): Promise<string> {
  const path = getEventsPath(context, itemIndex, getEventId(context, itemIndex));
  if (context.node.version < 1.3 || context.text("modifyTarget", itemIndex, "instance") !== "event")
    return path;
  const { recurringEventId } = await googleApiRequest(context, itemIndex, { method: "GET", path });
  return typeof recurringEventId === "string" ? getEventsPath(context, itemIndex, recurringEventId) : path;
}

export const updateEvent: ServiceOperation = {
  methods: ["GET", "PATCH"],
  paths: EVENT_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const fields = context.object("updateFields", itemIndex);
    const path = await getUpdatePath(context, itemIndex);
    const times = {
      start: getTextOr("", fields.start),
      end: getTextOr("", fields.end),
      allday: fields.allday,
    };
    const attendees = await mergeAttendees(context, itemIndex, fields, path);
    const body = {
      ...readEventTimes(context, itemIndex, times, "updateFields."),
      ...createEventBody(context, itemIndex, fields),
      ...(attendees && { attendees }),
    };
    const query = createEventQuery(fields, body);
    return [{ json: await googleApiRequest(context, itemIndex, { method: "PATCH", path, query, body }) }];
  },
};

export const deleteEvent: ServiceOperation = {
  methods: ["DELETE"],
  paths: EVENT_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const path = getEventsPath(context, itemIndex, getEventId(context, itemIndex));
    const query = createEventQuery(context.object("options", itemIndex), {});
    await googleApiRequest(context, itemIndex, { method: "DELETE", path, query });
    return [{ json: { success: true } }];
  },
};
