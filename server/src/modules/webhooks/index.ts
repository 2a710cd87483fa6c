import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { startPeriodicJob } from "../../platform/jobs/periodic.ts";
import { startWorkQueue, type WorkQueue } from "../../platform/jobs/work-queue.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { IN_FLIGHT_PER_NODE, POLL_MS, RETENTION_MS } from "./bounds.ts";
import { Deliverer } from "./deliverer.ts";
import { WebhookDeliveries } from "./delivery-service.ts";
import { removeOldEvents } from "./delivery-store.ts";
import { WebhookEndpoints } from "./endpoint-service.ts";
import type { RunResultOf } from "./event-body.ts";
import { databaseNow } from "./queue-store.ts";
import { mountWebhookRoutes } from "./routes.ts";

export { personalData } from "./personal-data.ts";
export { sealedWebhookSecrets } from "./sealed-secret-store.ts";

export interface WebhooksOptions {
  db: Database;
  pool: pg.Pool;
  vault: Vault;
  outbound: Outbound;
  runResult: RunResultOf;
  notify: Notify;
  log: FastifyBaseLogger;
}

export interface WebhooksModule {
  mountRoutes(mount: Mount): void;
  /** Sends what is due, from here on. */
  start(): void;
  /** Sends no more; what was being sent and not answered is sent by another node. */
  close(): Promise<void>;
}

/** Webhooks: addresses that are told, by signed calls, what happens to an account. */
export function createWebhooks(options: WebhooksOptions): WebhooksModule {
  const { db, pool, log } = options;
  const deliverer = new Deliverer({ ...options, now: databaseNow, random: Math.random });
  let queue: WorkQueue | undefined;
  const endpoints = new WebhookEndpoints(options);
  const deliveries = new WebhookDeliveries({ db, pool, poke: () => queue?.poke() });
  const retention = startPeriodicJob("retention of webhooks", RETENTION_MS, () => removeOldEvents(db), log);
  return {
    mountRoutes: (mount) => mountWebhookRoutes(mount, endpoints, deliveries),
    start() {
      queue = startWorkQueue({
        name: "webhooks",
        places: IN_FLIGHT_PER_NODE,
        everyMs: POLL_MS,
        take: (places) => deliverer.take(places),
        work: (delivery, stopping) => deliverer.deliver(delivery, stopping),
        log,
      });
    },
    async close() {
      await Promise.all([queue?.stop(), retention.stop()]);
    },
  };
}
