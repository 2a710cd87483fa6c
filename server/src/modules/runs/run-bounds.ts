import { LIMITS, usdToNano } from "@stoa/contract";
import type { JobLimits } from "@stoa/runtime/protocol";

/** An operator's settings for runs. Times are in milliseconds, money in nano-USD. */
export interface RunBounds {
  /**
   * The number of the node's slots that trial runs of uploads may take, so that uploads never crowd out paying callers.
   */
  trialCapacity: number;
  /** How long a request waits for a slot before it is refused. */
  placePatienceMs: number;
  /** How long a trial run may be idle, without output, log entries or calls, before it is stopped. */
  trialIdleMs: number;
  /** How long a trial run that loads packages may take until its first activity. */
  trialLoadingMs: number;
  /** How often a node renews its epoch. */
  heartbeatMs: number;
  /** How long a node may fail to renew its epoch, by its own monotonic clock, before it stops its runs. */
  leaseMs: number;
  /** How long a node may be without a heartbeat, by the database's clock, before the other nodes consider it dead. */
  deadAfterMs: number;
  /** How often nodes look for dead epochs. */
  sweepMs: number;
  /** How often events are saved, and cancel requests from other nodes are read. */
  pollMs: number;
  /** How long an agent at its limit may take to return its output before it is stopped. */
  limitGraceMs: number;
  /** How long a run's end waits for model calls that are being recorded. */
  recordWaitMs: number;
  /** The model cost of failed runs that is free per account and UTC day. */
  freeFailures: bigint;
  /** The cap of a developer's run of their own agent, if the agent has no maximum cost because it is free. */
  ownRunCap: bigint;
  /** The number of output tokens that a run's hold covers while the agent has no measured usage. */
  defaultOutputTokens: number;
  /** How many days inputs, outputs and events are kept. They are deleted in whole monthly partitions. */
  contentDays: number;
  jobLimits: Omit<JobLimits, "wallMs" | "cpuSeconds">;
}

export const DEFAULT_RUN_BOUNDS: RunBounds = {
  trialCapacity: 4,
  /** Most runs end within this time, and callers' own request timeouts are rarely shorter. */
  placePatienceMs: 10_000,
  /** Twice the time that importing the largest framework takes on a busy machine. */
  trialIdleMs: 30_000,
  /** A file that imports packages of its own was silent for up to 38 seconds on a busy machine. */
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
    /** The limit on address space, of which Python with NumPy uses three times its resident memory. */
    memoryBytes: 1024 * 1024 * 1024,
    diskBytes: 64 * 1024 * 1024,
    processes: 64,
    /** This is about 250,000 tokens. Longer answers belong in a file. */
    outputBytes: 1024 * 1024,
  },
};
