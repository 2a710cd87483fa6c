import { RouteRefusal } from "./route-refusal.ts";

/**
 * The bytes that the requests of all runs can keep in memory: a fraction of the memory of the smallest machine
 * that runs agents.
 */
const MAX_BYTES_ON_NODE = 256 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;

/** The part of the budget that one request uses. */
export interface MemoryShare {
  /** Counts bytes that stay in memory until the request ends. @throws RouteRefusal 503 if the node has no room */
  hold(bytes: number): void;
  /** Releases all bytes of this share. */
  release(): void;
}

/** Limits the memory that the requests of all runs on this node use together, whichever route they use. */
export class MemoryBudget {
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes = MAX_BYTES_ON_NODE) {
    this.#maxBytes = maxBytes;
  }

  share(): MemoryShare {
    let held = 0;
    return {
      hold: (bytes) => {
        held += bytes;
        this.#bytes += bytes;
        if (this.#bytes > this.#maxBytes) throw createNoRoomRefusal();
      },
      release: () => {
        this.#bytes -= held;
        held = 0;
      },
    };
  }
}

function createNoRoomRefusal(): RouteRefusal {
  return new RouteRefusal("This server is at its transfer limit. Please try again shortly.", {
    status: 503,
    code: "at_capacity",
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
