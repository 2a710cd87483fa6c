import type { NodeContext } from "../../../../model/node-context.ts";
import { located } from "../../resource-locator.ts";
import { inPath } from "../../service-call.ts";

/** Paths of events, as a grant names them. */
export const EVENT_PATHS = ["/calendar/v3/calendars/*/events/**"] as const;

/** The calendar that a node names. @throws NodeError where it names none */
export function calendarId(context: NodeContext, itemIndex: number): string {
  const { value } = located(context, "calendar", itemIndex);
  if (value !== "") return value;
  throw context.failure("The calendar is not said: choose one, or give its ID", {
    field: "calendar",
    itemIndex,
  });
}

/** The path of a calendar's events, or of one of them. */
export function eventsPath(context: NodeContext, itemIndex: number, event?: string): string {
  const events = `/calendar/v3/calendars/${inPath(calendarId(context, itemIndex))}/events`;
  return event === undefined ? events : `${events}/${inPath(event)}`;
}

/** The event that a node names. @throws NodeError where it names none */
export function eventId(context: NodeContext, itemIndex: number): string {
  const id = context.text("eventId", itemIndex).trim();
  if (id !== "") return id;
  throw context.failure("The event is not said: give its ID", { field: "eventId", itemIndex });
}
