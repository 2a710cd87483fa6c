import type { NodeType } from "../../../../model/node-type.ts";
import { type ServiceOperations, serviceNode } from "../../service-node.ts";
import { GOOGLE } from "../ask-google.ts";
import { availability } from "./availability.ts";
import { getEvent, listEvents } from "./read-events.ts";
import { createEvent, deleteEvent, updateEvent } from "./write-events.ts";

const OPERATIONS: ServiceOperations = {
  "calendar.availability": availability,
  "event.create": createEvent,
  "event.delete": deleteEvent,
  "event.get": getEvent,
  "event.getAll": listEvents,
  "event.update": updateEvent,
};

/** Google Calendar: events, and whether there are any. */
export const googleCalendar: NodeType = serviceNode({
  types: ["n8n-nodes-base.googleCalendar"],
  versions: [1, 1.1, 1.2, 1.3],
  service: GOOGLE,
  operations: () => OPERATIONS,
  standard: () => ({ resource: "event", operations: { event: "create", calendar: "availability" } }),
});
