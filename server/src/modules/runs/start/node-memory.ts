import { totalmem } from "node:os";

const MIB = 1024 * 1024;
/**
 * The amount of memory that stays free for the server, the database and the system: a tenth of the machine's memory,
 * but at most 1 GiB, which is enough for them.
 */
const KEPT_BYTES = Math.min(1024 * MIB, totalmem() / 10);
/** The memory that a framework's run uses until it answers. A run that has just started has not allocated it yet. */
const EXPECTED_BYTES = 128 * MIB;
/** After this time, a sandbox has allocated the memory that its framework needs. */
const YOUNG_MS = 5_000;

/**
 * How long a reading is used. The kernel takes 0.1 ms for one, and runs that start meanwhile are counted with the memory that
 * they will need.
 */
const READING_MS = 100;

/** Returns a function that reads how much of the machine's or the container's memory is available. */
function createMemoryReader(): () => number {
  let [bytes, readAt] = [0, Number.NEGATIVE_INFINITY];
  return () => {
    const now = performance.now();
    if (now - readAt >= READING_MS) [bytes, readAt] = [process.availableMemory(), now];
    return bytes;
  };
}

/**
 * Decides whether there is memory for one more run. Control groups limit the memory of each run, so a started run is
 * never stopped because other runs start.
 */
export class NodeMemory {
  readonly #readAvailableBytes: () => number;
  /** When each active run of the last YOUNG_MS started, oldest first. `hasRoom` removes older ones. */
  readonly #young = new Set<{ begunAt: number }>();

  constructor(readAvailableBytes: () => number = createMemoryReader()) {
    this.#readAvailableBytes = readAvailableBytes;
  }

  /** Returns whether there is memory for one more run. */
  hasRoom(): boolean {
    const old = performance.now() - YOUNG_MS;
    for (const run of this.#young) {
      if (run.begunAt >= old) break;
      this.#young.delete(run);
    }
    return this.#readAvailableBytes() - EXPECTED_BYTES * (this.#young.size + 1) >= KEPT_BYTES;
  }

  /** Counts a run that starts now. Returns a function to call when the run has ended and its memory is free again. */
  begin(): () => void {
    const run = { begunAt: performance.now() };
    this.#young.add(run);
    return () => void this.#young.delete(run);
  }
}
