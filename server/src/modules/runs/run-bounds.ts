import { LIMITS, usdToNano } from "@stoa/contract";
import type { JobLimits } from "@stoa/runtime/protocol";

/** The settings of an operator for runs. Times are in milliseconds, money in nano-USD. */
export interface RunBounds {
  /**
   * The number of the node's places that trial runs of uploads may take, so that uploads never crowd out paying
   * callers.
   */
  trialCapacity: number;
  /** How long a request waits for a place for its run before it is refused. */
  placePatienceMs: number;
  /** A trial run that writes, logs and calls nothing for this long is stopped. */
  trialIdleMs: number;
  /** How long the first activity of a trial run may take if its packages are loaded before. */
  trialLoadingMs: number;
  /** How often a node renews its epoch. */
  heartbeatMs: number;
  /** A node that could not renew its epoch for this long, by its own monotonic clock, stops its runs. */
  leaseMs: number;
  /** A node without a heartbeat for this long, by the database's clock, is considered dead by the others. */
  deadAfterMs: number;
  /** How often nodes look for dead epochs. */
  sweepMs: number;
  /** How often events are saved and cancel requests of other nodes are read. */
  pollMs: number;
  /** How long an agent at its limit may take to return what it has before it is stopped. */
  limitGraceMs: number;
  /** How long a run's end waits for model calls that are being recorded. */
  recordWaitMs: number;
  /** Model cost of failed runs that is free per account and UTC day. */
  freeFailures: bigint;
  /** The cap for your own agent if its developer set none because it is free. */
  ownRunCap: bigint;
  /** Output tokens that the hold of a run covers before the agent has been measured. */
  defaultOutputTokens: number;
  /** How many days inputs, outputs and events are kept. Whole months are dropped at once. */
  contentDays: number;
  jobLimits: Omit<JobLimits, "wallMs" | "cpuSeconds">;
}

export const DEFAULT_RUN_BOUNDS: RunBounds = {
  trialCapacity: 4,
  /** Most runs end within this time, and a caller's own request timeout is rarely shorter. */
  placePatienceMs: 10_000,
  /** Twice the time that the import of the largest framework takes on a busy machine. */
  trialIdleMs: 30_000,
  /** A file that imports packages of its own showed no sign of life for up to 38 seconds on a busy machine. */
  trialLoadingMs: 50_000,
  /** This allows four attempts within the lease. */
  heartbeatMs: 5_000,
  leaseMs: 20_000,
  /** 10 s longer than the lease, which is more than the clocks of two machines drift apart in that time. */
  deadAfterMs: 30_000,
  sweepMs: 5_000,
  pollMs: 250,
  limitGraceMs: 2_000,
  recordWaitMs: 5_000,
  freeFailures: usdToNano(LIMITS.freeFailuresUsdPerDay),
  /** Developers can try their own agents without confirming each run. */
  ownRunCap: usdToNano(LIMITS.unconfirmedRunUsd),
  defaultOutputTokens: 500,
  /** The longest period that the usage screens show. */
  contentDays: 90,
  jobLimits: {
    /** Address space. For Python with NumPy it is three times the resident memory. */
    memoryBytes: 1024 * 1024 * 1024,
    diskBytes: 64 * 1024 * 1024,
    processes: 64,
    /** About 250,000 tokens. Longer answers belong in a file. */
    outputBytes: 1024 * 1024,
  },
};
