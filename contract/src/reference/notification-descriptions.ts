import { NOTIFICATION_LIMITS, notificationRoutes } from "../notifications.ts";
import { describe } from "./operation-descriptions.ts";

export const notificationDescriptions = describe(notificationRoutes, {
  settings: {
    description: "Lists the kinds of notifications that you turned off. Webhooks are not affected.",
  },
  updateSettings: {
    description:
      "Replaces the list of kinds that you turned off. The change applies to new notifications; notifications that were suppressed before do not appear later. You always get the notification about a replaced API key.",
  },
  list: {
    description: `Lists what happened to your runs, agents, credits, connectors and keys, newest first, and the number of unread notifications. Notifications are kept for ${NOTIFICATION_LIMITS.keptDays} days, at most ${NOTIFICATION_LIMITS.keptPerPerson} per user.`,
  },
  events: {
    description:
      "With `Accept: text/event-stream`, returns notifications as they arrive. The first event, `unread`, contains the number of unread notifications. `unread` is sent again after each notification and when a notification is read on another screen. Its `id` is the position from which you can resume. Without that header, returns the first page as JSON.",
    reads: ["Last-Event-ID"],
    errors: {
      429: { rate_limited: "You have too many open streams, or sent too many requests." },
      503: { at_capacity: "The server is shutting down. Connect again." },
    },
  },
  readAll: { description: "Marks all notifications as read." },
  read: {
    description: "Marks a notification as read. A second request changes nothing.",
    errors: { 404: { not_found: "You have no such notification." } },
  },
});
