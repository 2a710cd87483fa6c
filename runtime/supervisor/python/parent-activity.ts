import { availableParallelism } from "node:os";
import type { RunGroups } from "./run-groups/index.ts";

/**
 * A parent that waits for runs, and the monitor and the agent process of its spare. The rest allows for a
 * fork.
 */
const MOST_IDLE_PROCESSES = 8;
/** An idle parent uses no processor time. This much is for the end of the last run and for the spare. */
const MOST_UNPAID_SECONDS = 0.3;
/** A fork, its walls and their end take some hundredths of a second, and a multiple on a busy machine. */
const SECONDS_PER_RUN = 0.3;

/** What runs have done since a parent's launcher exists. */
export interface RunsSoFar {
  started: number;
  /** The sum of the times that they were active. */
  seconds: number;
}

/**
 * Finds parents that work although their runs do not: a package that a parent imported can start processes in it, and
 * nobody pays for their time. The kernel counts it, because a process that works for a moment and then starts the next one
 * is in no list of processes for long.
 */
export class ParentActivity {
  readonly #last = new Map<RunGroups, number>();
  #lastRuns: RunsSoFar = { started: 0, seconds: 0 };
  /** What the parent worked beyond its runs. It adds up from look to look, so that working slowly does not hide it. */
  #unpaidSeconds = 0;

  /** Takes a look at a parent. Returns whether it has worked for other than its runs. */
  look(groups: ReadonlySet<RunGroups>, runs: RunsSoFar, isIdle: boolean): boolean {
    const started = runs.started - this.#lastRuns.started;
    const active = (runs.seconds - this.#lastRuns.seconds) * availableParallelism();
    this.#lastRuns = { ...runs };
    const unpaid = this.#measure(groups) - active - started * SECONDS_PER_RUN;
    this.#unpaidSeconds = Math.max(0, this.#unpaidSeconds + unpaid);
    if (this.#unpaidSeconds > MOST_UNPAID_SECONDS) return true;
    return isIdle && [...groups].flatMap((group) => group.listProcesses()).length > MOST_IDLE_PROCESSES;
  }

  /** Returns the processor time since the last look. What a new parent took to start does not count. */
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
