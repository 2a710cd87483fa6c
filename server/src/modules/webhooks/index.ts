import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import type { Database } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { createWorkQueue } from "../../platform/jobs/work-queue.ts";
import { defineModule } from "../../platform/module.ts";
import type { Outbound } from "../../platform/outbound/outbound.ts";
import { createLimiter } from "../../platform/rate-limit/rate-limiter.ts";
import { CALLS_PER_MINUTE, IN_FLIGHT_PER_NODE, POLL_MS, RETENTION_MS } from "./bounds.ts";
import { Deliverer } from "./deliverer.ts";
import { WebhookDeliveries } from "./delivery-service.ts";
import { removeOldEvents } from "./delivery-store.ts";
import { WebhookEndpoints } from "./endpoint-service.ts";
import type { RequestSources } from "./event-request.ts";
import { getDatabaseNow } from "./queue-store.ts";
import { mountWebhookRoutes } from "./routes.ts";
import { removeOldRunWebhooks } from "./run-webhook-store.ts";
import { RunWebhooks } from "./run-webhooks.ts";

export { personalData } from "./personal-data.ts";
export { createSealedSecretTable } from "./sealed-secret-store.ts";

export interface WebhooksDeps extends RequestSources {
  db: Database;
  pool: pg.Pool;
  outbound: Outbound;
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
  const calls = createLimiter(pool, { name: "webhook_calls", points: CALLS_PER_MINUTE, durationSeconds: 60 });
  const wake = () => queue.wake();
  const deliveries = new WebhookDeliveries({ db, calls, wake });
  return defineModule({
    api: {
      /** The webhooks of single runs, which other modules add for their clients. */
      runWebhooks: new RunWebhooks({ ...deps, calls, wake }),
    },
    routes: (mount) => mountWebhookRoutes(mount, endpoints, deliveries),
    jobs: [
      queue,
      { name: "webhook retention", everyMs: RETENTION_MS, run: () => removeOldEvents(db) },
      { name: "retention of webhooks of runs", everyMs: RETENTION_MS, run: () => removeOldRunWebhooks(db) },
    ],
  });
}
