import { NOTIFICATION_LIMITS, notificationRoutes } from "../notifications.ts";
import { describe } from "./operation-words.ts";

export const notificationWords = describe(notificationRoutes, {
  settings: {
    description: "The kinds of notifications that you have switched off. Webhooks do not depend on it.",
  },
  updateSettings: {
    description:
      "Replaces the list of kinds that you have switched off. It takes effect for notifications from now on; those of a kind that was off do not appear later. A replaced API key is always notified.",
  },
  list: {
    description: `What happened to your runs, agents, credits, connectors and keys, the newest first, and how many are unread. Kept for ${NOTIFICATION_LIMITS.keptDays} days, the newest ${NOTIFICATION_LIMITS.keptPerPerson} of each person.`,
  },
  events: {
    description:
      "With `Accept: text/event-stream`: notifications as they come, on any node. The first event, `unread`, says how many are unread; it comes again after news and when something was read on another screen. Its `id` is what to resume from. Without that header: the first page, as JSON.",
    reads: ["Last-Event-ID"],
    errors: {
      429: { rate_limited: "You have too many such streams open, or asked too often." },
      503: { at_capacity: "The server is about to stop; connect again." },
    },
  },
  readAll: { description: "Marks every notification read." },
  read: {
    description: "Marks one notification read. Doing it again changes nothing.",
    errors: { 404: { not_found: "There is no such notification of yours." } },
  },
});
