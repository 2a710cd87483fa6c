import { readFileSync } from "node:fs";

/**
 * A parent that waits for runs, and the monitor and the agent process of its spare. The rest allows for a
 * fork.
 */
const MOST_IDLE_PROCESSES = 8;
/**
 * The processor time of an idle parent, in clock ticks of 10 ms. It should use none; the allowance covers the
 * end of the last run and the start of the spare.
 */
const MOST_IDLE_TICKS = 30;

/** Returns the processor time that a process itself has used, in clock ticks. */
function readTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/**
 * Finds parents that use processor time although they have no run. A package that a parent imported can start
 * processes in it, and nobody pays for their time.
 */
export class ParentActivity {
  #last = new Map<number, number>();
  #isKnown = false;

  /** Discards the last measurement, because runs have been active since. */
  forget(): void {
    this.#isKnown = false;
  }

  /**
   * Measures the processes of an idle parent. Returns whether they have used processor time since the last
   * call.
   */
  look(processes: readonly number[]): boolean {
    const now = new Map(processes.map((pid) => [pid, readTicks(pid)]));
    let ticks = 0;
    for (const [pid, its] of now) ticks += its - (this.#last.get(pid) ?? 0);
    const hasWorked = this.#isKnown && ticks > MOST_IDLE_TICKS;
    this.#last = now;
    this.#isKnown = true;
    return hasWorked || processes.length > MOST_IDLE_PROCESSES;
  }
}
