import { NotificationQuery, notificationRoutes } from "@stoa/contract";
import { isEventStreamRequest, readLastEventId, sendEvents } from "../../platform/http/event-stream.ts";
import { HANDLED, type Mount } from "../../platform/http/mount.ts";
import type { Notifications } from "./service.ts";

/** The query for a client that requests no stream. It returns the newest page. */
const FIRST_PAGE = NotificationQuery.parse({});

export function mountNotificationRoutes(mount: Mount, notifications: Notifications): void {
  mount.signedIn(notificationRoutes.list, ({ caller, query }) => notifications.list(caller, query));

  mount.signedIn(notificationRoutes.events, async ({ caller, request, reply }) => {
    if (!isEventStreamRequest(request)) return notifications.list(caller, FIRST_PAGE);
    notifications.refuseStream(caller);
    await sendEvents(request, reply, (gone) => notifications.follow(caller, readLastEventId(request), gone));
    return HANDLED;
  });

  mount.signedIn(notificationRoutes.settings, ({ caller }) => notifications.getSettings(caller));
  mount.signedIn(notificationRoutes.updateSettings, ({ caller, body }) =>
    notifications.changeSettings(caller, body),
  );

  mount.signedIn(notificationRoutes.readAll, async ({ caller }) => {
    await notifications.readAll(caller);
    return { success: true as const };
  });

  mount.signedIn(notificationRoutes.read, ({ caller, params }) => notifications.read(caller, params.id));
}
