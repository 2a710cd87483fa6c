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

/** Months are kept: an hour more or less is nothing. */
const RETENTION_MS = 3_600_000;

export interface NotificationsOptions {
  db: Database;
  /** For the connection that listens. */
  databaseUrl: string;
  /** From `connectors`: what people call a service. */
  serviceTitle: ServiceTitle;
  log: FastifyBaseLogger;
}

export interface NotificationsModule {
  notify: Notify;
  mountRoutes(mount: Mount): void;
  /** Listens to what other nodes write from here on. */
  start(): void;
  /** Ends all streams, so that their clients go on with another node. */
  close(): Promise<void>;
}

/** Notifications: written where things happen, read and followed by their people. */
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
