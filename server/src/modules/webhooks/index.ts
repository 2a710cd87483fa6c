import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Vault } from "../../platform/crypto/vault.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { createWorkQueue } from "../../platform/jobs/work-queue.ts";
import { defineModule } from "../../platform/module.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { IN_FLIGHT_PER_NODE, POLL_MS, RETENTION_MS } from "./bounds.ts";
import { Deliverer } from "./deliverer.ts";
import { WebhookDeliveries } from "./delivery-service.ts";
import { removeOldEvents } from "./delivery-store.ts";
import { WebhookEndpoints } from "./endpoint-service.ts";
import type { ReadRunResult } from "./event-body.ts";
import { getDatabaseNow } from "./queue-store.ts";
import { mountWebhookRoutes } from "./routes.ts";

export { personalData } from "./personal-data.ts";
export { createSealedSecretTable } from "./sealed-secret-store.ts";

export interface WebhooksDeps {
  db: Database;
  pool: pg.Pool;
  vault: Vault;
  outbound: Outbound;
  runResult: ReadRunResult;
  notify: Notify;
  log: FastifyBaseLogger;
}

/**
 * Creates the webhooks module, which sends signed requests to other servers to inform them about events of an account.
 */
export function createWebhooks(deps: WebhooksDeps) {
  const { db, pool, log } = deps;
  const deliverer = new Deliverer({ ...deps, now: getDatabaseNow, random: Math.random });
  const queue = createWorkQueue({
    name: "webhooks",
    places: IN_FLIGHT_PER_NODE,
    everyMs: POLL_MS,
    take: (places) => deliverer.take(places),
    work: (delivery, stopping) => deliverer.deliver(delivery, stopping),
    log,
  });
  const endpoints = new WebhookEndpoints(deps);
  const deliveries = new WebhookDeliveries({ db, pool, wake: () => queue.wake() });
  return defineModule({
    api: {},
    routes: (mount) => mountWebhookRoutes(mount, endpoints, deliveries),
    jobs: [queue, { name: "webhook retention", everyMs: RETENTION_MS, run: () => removeOldEvents(db) }],
  });
}
