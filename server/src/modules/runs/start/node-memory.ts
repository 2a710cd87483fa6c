import { totalmem } from "node:os";

const MIB = 1024 * 1024;
/** What stays free for the server, the database and the system: a tenth of the machine, and no more than they need. */
const KEPT_BYTES = Math.min(1024 * MIB, totalmem() / 10);
/** A run of a framework takes about as much until it answers. One that has just begun has not taken it yet. */
const EXPECTED_BYTES = 128 * MIB;
/** A sandbox has taken what its framework needs after this long. */
const YOUNG_MS = 5_000;

/** What of the machine's memory, or of the container's, could be had now. */
const available = (): number => process.availableMemory();

/**
 * Says whether there is memory for one more run. What runs take beyond this is bounded by their control groups: a run
 * that has begun is never ended because others begin.
 */
export class NodeMemory {
  readonly #availableBytes: () => number;
  /** Runs that have begun and not ended, the oldest first, by when they began. */
  readonly #young = new Set<{ begunAt: number }>();

  constructor(availableBytes: () => number = available) {
    this.#availableBytes = availableBytes;
  }

  /** Whether there is memory for one more run. */
  hasRoom(): boolean {
    const old = performance.now() - YOUNG_MS;
    for (const run of this.#young) {
      if (run.begunAt >= old) break;
      this.#young.delete(run);
    }
    return this.#availableBytes() - EXPECTED_BYTES * (this.#young.size + 1) >= KEPT_BYTES;
  }

  /** Counts a run that begins now. Returns what is called when it has ended: its memory is free again. */
  begin(): () => void {
    const run = { begunAt: performance.now() };
    this.#young.add(run);
    return () => void this.#young.delete(run);
  }
}
