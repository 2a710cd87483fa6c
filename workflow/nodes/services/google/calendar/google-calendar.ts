import { boundText } from "@stoa/contract/bounded-text";
import { isObject } from "../../../../model/is-object.ts";
import type { Item, JsonObject } from "../../../../model/item.ts";
import type { NodeType } from "../../../../model/node-type.ts";
import { readResourceLocator } from "../../resource-locator.ts";
import { createServiceNode, type ServiceOperation, type ServiceOperations } from "../../service-node.ts";
import { GOOGLE, googleApiRequest } from "../google-api.ts";
import { getCalendarId, toCalendarTime } from "./event-fields.ts";
import { createEvent, deleteEvent, getEvent, listEvents, updateEvent } from "./events.ts";

/** The default time range from version 1.3 on: the coming hour. */
const HOUR_MS = 3_600_000;

/** Returns whether a calendar is free within a time range. */
const availability: ServiceOperation = {
  methods: ["POST"],
  paths: ["/calendar/v3/freeBusy"],
  async each(context, itemIndex): Promise<Item[]> {
    const id = getCalendarId(context, itemIndex);
    const zone = readResourceLocator(context, "options.timezone", itemIndex).value || undefined;
    const time = (field: "timeMin" | "timeMax", ahead: number) => {
      const isLeftOut = context.raw(field) === undefined && context.node.version >= 1.3;
      const value = isLeftOut ? new Date(Date.now() + ahead).toISOString() : context.text(field, itemIndex);
      return toCalendarTime(context, itemIndex, field, { value, zone });
    };
    const answer = await googleApiRequest(context, itemIndex, {
      method: "POST",
      path: "/calendar/v3/freeBusy",
      body: {
        timeMin: time("timeMin", 0),
        timeMax: time("timeMax", HOUR_MS),
        items: [{ id }],
        timeZone: zone ?? context.workflow.timezone,
      },
    });
    const calendars: JsonObject = isObject(answer.calendars) ? answer.calendars : {};
    const calendar = Object.hasOwn(calendars, id) && isObject(calendars[id]) ? calendars[id] : {};
    if (Array.isArray(calendar.errors) && calendar.errors.length > 0)
      throw context.failure(
        `The calendar's availability could not be loaded: ${boundText(JSON.stringify(calendar.errors))}`,
        {
          field: "calendar",
          itemIndex,
        },
      );
    const busy = Array.isArray(calendar.busy) ? calendar.busy.filter(isObject) : [];
    const format = context.text("options.outputFormat", itemIndex, "availability");
    if (format === "raw") return [{ json: answer }];
    if (format === "bookedSlots") return busy.map((json) => ({ json }));
    return [{ json: { available: busy.length === 0 } }];
  },
};

const OPERATIONS: ServiceOperations = {
  "calendar.availability": availability,
  "event.create": createEvent,
  "event.delete": deleteEvent,
  "event.get": getEvent,
  "event.getAll": listEvents,
  "event.update": updateEvent,
};

/** Google Calendar: events and availability. */
export const googleCalendar: NodeType = createServiceNode({
  types: ["n8n-nodes-base.googleCalendar"],
  versions: [1, 1.1, 1.2, 1.3],
  service: GOOGLE,
  operations: () => OPERATIONS,
  standard: () => ({ resource: "event", operations: { event: "create", calendar: "availability" } }),
});
