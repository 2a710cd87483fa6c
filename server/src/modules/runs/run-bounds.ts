import { LIMITS, usdToNano } from "@stoa/contract";
import type { JobLimits } from "@stoa/runtime/protocol";

/** What an operator may set about runs. Times in milliseconds, money in nano-USD. */
export interface RunBounds {
  /** Trial runs of uploads at once, of all the node's places: uploads never crowd out those who pay. */
  trialCapacity: number;
  /** How long a request waits for a place for its run before it is told to come again. */
  placePatienceMs: number;
  /** A trial run that says, calls and asks nothing for so long is ended. */
  trialIdleMs: number;
  /** How often a node renews its epoch. */
  heartbeatMs: number;
  /** A node that could not renew for so long, by its own monotonic clock, stops its runs. */
  leaseMs: number;
  /** After so long without a heartbeat, by the database's clock, others take a node for dead. */
  deadAfterMs: number;
  /** How often dead epochs are looked for. */
  sweepMs: number;
  /** How often events are saved and cancel requests of other nodes are read. */
  pollMs: number;
  /** At its limit an agent may still return what it has for so long, then it is stopped. */
  limitGraceMs: number;
  /** How long a run's end waits for model calls that are being recorded. */
  recordWaitMs: number;
  /** Model cost of failed runs that is free per account and UTC day. */
  freeFailures: bigint;
  /** The cap on one's own agent where its developer set none because it is free. */
  ownRunCap: bigint;
  /** Tokens of output that are held for before an agent has been measured. */
  defaultOutputTokens: number;
  /** Days that inputs, outputs and what happened between stay; whole months go at once. */
  contentDays: number;
  jobLimits: Omit<JobLimits, "wallMs" | "cpuSeconds">;
}

export const DEFAULT_RUN_BOUNDS: RunBounds = {
  trialCapacity: 4,
  /** Most runs end within it, and a caller's own time limit for a request is rarely shorter. */
  placePatienceMs: 10_000,
  /** Twice what the largest framework takes to be imported on a busy machine. */
  trialIdleMs: 30_000,
  /** Four chances within the lease. */
  heartbeatMs: 5_000,
  leaseMs: 20_000,
  /** 10 s later than the lease: more than the clocks of two machines drift apart meanwhile. */
  deadAfterMs: 30_000,
  sweepMs: 5_000,
  pollMs: 250,
  limitGraceMs: 2_000,
  recordWaitMs: 5_000,
  freeFailures: usdToNano(LIMITS.freeFailuresUsdPerDay),
  /** Developers try their own agents without being asked each time. */
  ownRunCap: usdToNano(LIMITS.unconfirmedRunUsd),
  defaultOutputTokens: 500,
  /** The longest period of the usage screens. */
  contentDays: 90,
  jobLimits: {
    /** Address space, which for Python with NumPy is thrice what is resident. */
    memoryBytes: 1024 * 1024 * 1024,
    diskBytes: 64 * 1024 * 1024,
    processes: 64,
    /** About 250,000 tokens; longer answers belong into a file. */
    outputBytes: 1024 * 1024,
  },
};
