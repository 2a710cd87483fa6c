import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { NoticeListener } from "../../platform/db/notice-listener.ts";
import { defineModule } from "../../platform/module.ts";
import { removeOld } from "./notification-store.ts";
import { mountNotificationRoutes } from "./routes.ts";
import { Notifications, type ServiceTitle } from "./service.ts";

export { insertNotice as notify } from "./notification-store.ts";
export { personalData } from "./personal-data.ts";

/** How often old notifications are deleted. They are kept for months, so an hour more or less does not matter. */
const RETENTION_MS = 3_600_000;

export interface NotificationsDeps {
  db: Database;
  /** The database URL for the connection that listens for changes. */
  databaseUrl: string;
  /** Returns the display name of a service. The connectors module provides it. */
  serviceTitle: ServiceTitle;
  log: FastifyBaseLogger;
}

/**
 * Creates the notifications module. Other modules write notifications; their recipients read and
 * follow them.
 */
export function createNotifications(deps: NotificationsDeps) {
  const { db, databaseUrl, serviceTitle, log } = deps;
  const notifications = new Notifications(db, serviceTitle);
  const listener = new NoticeListener({
    url: databaseUrl,
    channel: "notifications",
    onNotice: (userId) => notifications.followers.wake(userId),
    onListening: () => notifications.followers.wakeAll(),
    log,
  });
  return defineModule({
    api: {},
    routes: (mount) => mountNotificationRoutes(mount, notifications),
    jobs: [
      { name: "notification retention", everyMs: RETENTION_MS, run: () => removeOld(db) },
      {
        name: "notification streams",
        start: () => listener.start(),
        async stop() {
          // Streams end before the HTTP server waits for its requests. Their clients reconnect to another node.
          notifications.close();
          await listener.close();
        },
      },
    ],
  });
}
