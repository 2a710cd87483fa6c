import type { Database } from "../../platform/db/database.ts";
import { defineModule } from "../../platform/module.ts";
import { deleteEndedWindows } from "../../platform/rate-limit/rate-store.ts";
import { mountSystemRoutes, type SystemRoutes } from "./routes.ts";

/** How often the counts of ended rate-limit windows are deleted. */
const RATE_LIMITS_MS = 60_000;

export interface SystemDeps extends SystemRoutes {
  db: Database;
}

/**
 * Creates the module that serves health, the models that agents can call, and the dates that the billing screens
 * announce.
 */
export function createSystem(deps: SystemDeps) {
  return defineModule({
    api: {},
    routes: (mount) => mountSystemRoutes(mount, deps),
    jobs: [{ name: "ended rate limits", everyMs: RATE_LIMITS_MS, run: () => deleteEndedWindows(deps.db) }],
  });
}
