import type { FastifyBaseLogger } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { NoticeListener } from "../../platform/db/notice-listener.ts";
import type { Notify } from "../../platform/events/notify.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { startPeriodicJob } from "../../platform/jobs/periodic.ts";
import { insertNotice, removeOld } from "./notification-store.ts";
import { mountNotificationRoutes } from "./routes.ts";
import { Notifications, type ServiceTitle } from "./service.ts";

export { insertNotice as notify } from "./notification-store.ts";
export { personalData } from "./personal-data.ts";

/** Notifications are kept for months, so an hour more or less does not matter. */
const RETENTION_MS = 3_600_000;

export interface NotificationsOptions {
  db: Database;
  /** The database address for the connection that listens. */
  databaseUrl: string;
  /** Returns the display name of a service, from `connectors`. */
  serviceTitle: ServiceTitle;
  log: FastifyBaseLogger;
}

export interface NotificationsModule {
  notify: Notify;
  mountRoutes(mount: Mount): void;
  /** Starts to listen to what other nodes write. */
  start(): void;
  /** Ends all streams, so that their clients continue on another node. */
  close(): Promise<void>;
}

/** Creates the notifications module: other modules write notifications, and their people read and follow them. */
export function createNotifications(options: NotificationsOptions): NotificationsModule {
  const { db, databaseUrl, serviceTitle, log } = options;
  const notifications = new Notifications(db, serviceTitle);
  const listener = new NoticeListener({
    url: databaseUrl,
    channel: "notifications",
    onNotice: (userId) => notifications.followers.poke(userId),
    onListening: () => notifications.followers.pokeAll(),
    log,
  });
  const retention = startPeriodicJob("retention of notifications", RETENTION_MS, () => removeOld(db), log);
  return {
    notify: insertNotice,
    mountRoutes: (mount) => mountNotificationRoutes(mount, notifications),
    start: () => listener.start(),
    async close() {
      notifications.close();
      await Promise.all([listener.close(), retention.stop()]);
    },
  };
}
