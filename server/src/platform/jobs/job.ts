import type { Shutdown } from "../shutdown.ts";
import { type JobLog, startPeriodicJob } from "./periodic.ts";

/** A job that is repeated at an interval. */
export interface PeriodicJob {
  name: string;
  /** The pause between two executions, in milliseconds. */
  everyMs: number;
  run(): Promise<void>;
  /** Whether the first execution starts immediately instead of after the first pause. */
  runsAtStart?: boolean;
}

/** A job that continues from start to stop. */
export interface ContinuousJob {
  name: string;
  /** Starts the job. A job that rejects prevents the server from starting. */
  start(): void | Promise<void>;
  /** Stops the work and waits for what is in progress. */
  stop(): Promise<void>;
}

export type BackgroundJob = PeriodicJob | ContinuousJob;

/**
 * Starts jobs one after another, and adds the stop of each to `shutdown`. Errors of periodic jobs are logged, and the
 * job is retried after the next pause.
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
