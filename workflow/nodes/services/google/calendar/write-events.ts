import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeContext } from "../../../../model/node-context.ts";
import { textOr } from "../../../core/fields/field-text.ts";
import type { ServiceOperation } from "../../service-node.ts";
import { askGoogle } from "../ask-google.ts";
import { EVENT_PATHS, eventId, eventsPath } from "./calendar-api.ts";
import { eventFields, eventQuery, eventTimes, invited } from "./event-fields.ts";

const HOUR_MS = 3_600_000;

/** From version 1.3 on an event begins now and lasts an hour, where nothing is said. */
function writtenTime(context: NodeContext, itemIndex: number, field: "start" | "end"): string {
  const written = context.text(field, itemIndex);
  if (written !== "" || context.raw(field) !== undefined || context.node.version < 1.3) return written;
  return new Date(Date.now() + (field === "end" ? HOUR_MS : 0)).toISOString();
}

/** A new event. */
export const createEvent: ServiceOperation = {
  methods: ["POST"],
  paths: EVENT_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const fields = context.object("additionalFields", itemIndex);
    const times = {
      start: writtenTime(context, itemIndex, "start"),
      end: writtenTime(context, itemIndex, "end"),
      allday: fields.allday,
    };
    const attendees = invited(fields.attendees);
    const body = {
      ...eventTimes(context, itemIndex, times),
      ...eventFields(context, itemIndex, fields),
      ...(attendees.length > 0 && { attendees }),
    };
    const call = { method: "POST", path: eventsPath(context, itemIndex), body } as const;
    return [{ json: await askGoogle(context, itemIndex, { ...call, query: eventQuery(fields, body) }) }];
  },
};

/** Who is to be invited by then: from version 1.2 on those who are invited already may stay. */
async function newAttendees(
  context: NodeContext,
  itemIndex: number,
  { attendees, attendeesUi }: JsonObject,
  path: string,
): Promise<JsonObject[] | undefined> {
  const chosen = isObject(attendeesUi) && isObject(attendeesUi.values) ? attendeesUi.values : undefined;
  const added = invited(chosen ? chosen.attendees : attendees);
  if (added.length === 0) return undefined;
  if (!chosen || chosen.mode === "replace") return added;
  const event = await askGoogle(context, itemIndex, { method: "GET", path });
  const present = Array.isArray(event.attendees) ? event.attendees.filter(isObject) : [];
  return [...present, ...added];
}

/** The whole series of an event, where one of it was named and all are meant. */
async function changedEvent(context: NodeContext, itemIndex: number): Promise<string> {
  const path = eventsPath(context, itemIndex, eventId(context, itemIndex));
  if (context.node.version < 1.3 || context.text("modifyTarget", itemIndex, "instance") !== "event")
    return path;
  const { recurringEventId } = await askGoogle(context, itemIndex, { method: "GET", path });
  return typeof recurringEventId === "string" ? eventsPath(context, itemIndex, recurringEventId) : path;
}

/** Changes an event. */
export const updateEvent: ServiceOperation = {
  methods: ["GET", "PATCH"],
  paths: EVENT_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const fields = context.object("updateFields", itemIndex);
    const path = await changedEvent(context, itemIndex);
    const times = { start: textOr("", fields.start), end: textOr("", fields.end), allday: fields.allday };
    const attendees = await newAttendees(context, itemIndex, fields, path);
    const body = {
      ...eventTimes(context, itemIndex, times, "updateFields."),
      ...eventFields(context, itemIndex, fields),
      ...(attendees && { attendees }),
    };
    const query = eventQuery(fields, body);
    return [{ json: await askGoogle(context, itemIndex, { method: "PATCH", path, query, body }) }];
  },
};

/** Takes an event out of its calendar. */
export const deleteEvent: ServiceOperation = {
  methods: ["DELETE"],
  paths: EVENT_PATHS,
  async each(context, itemIndex): Promise<Item[]> {
    const path = eventsPath(context, itemIndex, eventId(context, itemIndex));
    const query = eventQuery(context.object("options", itemIndex), {});
    await askGoogle(context, itemIndex, { method: "DELETE", path, query });
    return [{ json: { success: true } }];
  },
};
