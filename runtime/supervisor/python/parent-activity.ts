import { availableParallelism } from "node:os";
import type { RunGroups } from "./run-groups/index.ts";

/**
 * The maximum number of processes of an idle parent: the parent itself, the monitor and agent process of its spare, and
 * some for a fork in progress.
 */
const MOST_IDLE_PROCESSES = 8;
/**
 * The maximum processor time that runs do not explain. It allows for ending the last run and starting the spare. An
 * idle parent uses no other processor time.
 */
const MOST_UNPAID_SECONDS = 0.3;
/**
 * The processor time that each run may take in addition to its active time. Starting, isolating and ending a fork
 * takes some hundredths of a second, and several times that on a busy machine.
 */
const SECONDS_PER_RUN = 0.3;

/** The runs that have started since the parent's launcher was created. */
export interface RunsSoFar {
  started: number;
  /** The total time for which the runs were active. */
  seconds: number;
}

/**
 * Finds parents that use more processor time than their runs explain. A package that a parent imported can start
 * processes, and nobody pays for their time. The kernel's count is used, because a list of processes would miss a
 * process that works for a moment and then starts the next process.
 */
export class ParentActivity {
  readonly #last = new Map<RunGroups, number>();
  #lastRuns: RunsSoFar = { started: 0, seconds: 0 };
  /**
   * The processor time that runs do not explain, added up over all checks so that slow work is detected too.
   */
  #unpaidSeconds = 0;

  /**
   * Checks a parent. Returns whether it has used processor time, or has processes, that its runs do not explain.
   */
  look(groups: ReadonlySet<RunGroups>, runs: RunsSoFar, isIdle: boolean): boolean {
    const started = runs.started - this.#lastRuns.started;
    const active = (runs.seconds - this.#lastRuns.seconds) * availableParallelism();
    this.#lastRuns = { ...runs };
    const unpaid = this.#measure(groups) - active - started * SECONDS_PER_RUN;
    this.#unpaidSeconds = Math.max(0, this.#unpaidSeconds + unpaid);
    if (this.#unpaidSeconds > MOST_UNPAID_SECONDS) return true;
    return isIdle && [...groups].flatMap((group) => group.listProcesses()).length > MOST_IDLE_PROCESSES;
  }

  /** Returns the processor time since the last check, without the time that a new parent needed to start. */
  #measure(groups: ReadonlySet<RunGroups>): number {
    let worked = 0;
    for (const group of groups) {
      const seconds = group.measureCpuSeconds();
      worked += Math.max(0, seconds - (this.#last.get(group) ?? seconds));
      this.#last.set(group, seconds);
    }
    for (const group of this.#last.keys()) if (!groups.has(group)) this.#last.delete(group);
    return worked;
  }
}
