import type { Shutdown } from "../shutdown.ts";
import { type JobLog, startPeriodicJob } from "./periodic.ts";

/** Work that is repeated. */
export interface PeriodicJob {
  name: string;
  /** The pause between two turns, in milliseconds. */
  everyMs: number;
  run(): Promise<void>;
  /** Whether the first turn comes at once instead of after the first pause. */
  runsAtStart?: boolean;
}

/** Work that goes on from its start to its stop. */
export interface ContinuousJob {
  name: string;
  /** A job that rejects keeps the server from starting. */
  start(): void | Promise<void>;
  /** Ends the work and waits for what is in progress. */
  stop(): Promise<void>;
}

export type BackgroundJob = PeriodicJob | ContinuousJob;

/**
 * Starts jobs one after the other, and adds the stop of each to `shutdown`. Errors of periodic jobs are logged; such a
 * job is tried again at its next turn.
 */
export async function startJobs(
  jobs: readonly BackgroundJob[],
  log: JobLog,
  shutdown: Shutdown,
): Promise<void> {
  for (const job of jobs) {
    const { name } = job;
    if ("run" in job) {
      const first = job.runsAtStart ? "now" : "later";
      const { stop } = startPeriodicJob(name, job.everyMs, () => job.run(), log, first);
      shutdown.add(name, stop);
    } else {
      await job.start();
      shutdown.add(name, () => job.stop());
    }
  }
}
