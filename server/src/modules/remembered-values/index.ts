import { sql } from "kysely";
import { createSealingJob } from "../../platform/crypto/content-tables.ts";
import { defineModule } from "../../platform/module.ts";
import { createMemoryRoute, type MemoryRouteOptions } from "./memory-route.ts";
import { type OwnedValuesOptions, SharedValues, ValuesAboutPerson } from "./owned-values.ts";
import { createMemoryResealing } from "./reseal-values.ts";
import { mountRememberedValueRoutes } from "./routes.ts";
import { RunStore } from "./run-store.ts";

export { personalData } from "./personal-data.ts";
export type { RememberingRun, RememberingRuns } from "./remembering-run.ts";
export { createMemoryResealing } from "./reseal-values.ts";

/** How often expired values are deleted. Nobody sees them in the meantime. */
const FORGET_MS = 10 * 60_000;
/** The number of stores that one transaction changes, so that no run waits long for its store. */
const STORES_PER_BATCH = 100;

export type RememberedValuesDeps = OwnedValuesOptions & Omit<MemoryRouteOptions, "store">;

/** Creates the module that stores what agents remember between runs with `stoa.memory`. */
export function createRememberedValues(deps: RememberedValuesDeps) {
  const { db } = deps;
  const store = new RunStore(db, deps.contentVault);
  return defineModule({
    api: { runRoute: createMemoryRoute({ ...deps, store }) },
    routes: (mount) => mountRememberedValueRoutes(mount, new ValuesAboutPerson(deps), new SharedValues(deps)),
    jobs: [
      {
        name: "expired values of agents",
        everyMs: FORGET_MS,
        async run() {
          const forget = sql<{ stores: number }>`SELECT forget_expired_values(${STORES_PER_BATCH}) AS stores`;
          while ((await forget.execute(db)).rows[0]?.stores === STORES_PER_BATCH);
        },
      },
      createSealingJob("remembered values in plain text", createMemoryResealing(db, deps.contentVault)),
    ],
  });
}
