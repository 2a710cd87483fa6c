import type { FastifyBaseLogger } from "fastify";
import { createSealingJob } from "../../platform/crypto/content-tables.ts";
import type { ContentVault } from "../../platform/crypto/content-vault.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Notify } from "../../platform/events/notify.ts";
import { defineModule } from "../../platform/module.ts";
import { readDatabaseTime } from "./due-store.ts";
import { ScheduleInputs } from "./inputs.ts";
import { Outcomes } from "./outcomes.ts";
import { createScheduleResealing } from "./reseal-inputs.ts";
import { mountScheduleRoutes } from "./routes.ts";
import { RunStarter, type ScheduledAgents, type ScheduledRuns } from "./run-starter.ts";
import { Scheduler } from "./scheduler.ts";
import { Schedules } from "./schedules.ts";

export { personalData } from "./personal-data.ts";
export { createScheduleResealing } from "./reseal-inputs.ts";

export interface ScheduleDeps {
  db: Database;
  /** Encrypts the inputs. */
  contentVault: ContentVault;
  runs: ScheduledRuns;
  agents: ScheduledAgents;
  notify: Notify;
  /** How many runs this node executes at a time. */
  runCapacity: number;
  log: Pick<FastifyBaseLogger, "error">;
  /** Returns the time that decides what is due. By default, this is the database's time. */
  clock?: () => Promise<Date>;
}

/**
 * How often the scheduler checks for due times. Due times are whole minutes, and each check costs only one small index
 * query.
 */
const TURN_MS = 2_000;
/**
 * How often the keys of schedules are checked and old history is deleted. The key of a schedule is also checked at each
 * due time.
 */
const TEND_MS = 60_000;
/** The maximum share of the run capacity that schedules use, so that interactive runs always find a slot. */
const SHARE_OF_CAPACITY = 0.5;

/** Creates the schedules module: the API for schedules and the scheduler that starts their runs. */
export function createSchedules({
  db,
  contentVault,
  runs,
  agents,
  notify,
  runCapacity,
  log,
  ...given
}: ScheduleDeps) {
  const clock = given.clock ?? (() => readDatabaseTime(db));
  const outcomes = new Outcomes(notify);
  const inputs = new ScheduleInputs(contentVault);
  const starter = new RunStarter({ db, runs, agents, inputs });
  const schedules = new Schedules({ db, clock, runs, agents, inputs });
  const places = Math.max(1, Math.floor(runCapacity * SHARE_OF_CAPACITY));
  const scheduler = new Scheduler({ db, clock, outcomes, starter, places, log });
  return defineModule({
    api: {},
    routes: (mount) => mountScheduleRoutes(mount, schedules, { db, clock, outcomes, starter }),
    jobs: [
      { name: "schedules", everyMs: TURN_MS, run: () => scheduler.runOnce() },
      { name: "schedule keys and history", everyMs: TEND_MS, run: () => scheduler.tend() },
      createSealingJob("inputs of schedules in plain text", createScheduleResealing(db, contentVault)),
    ],
  });
}
