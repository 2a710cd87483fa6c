import type { ModelCall } from "@stoa/gateway";
import type { JobFile } from "@stoa/runtime/protocol";
import type { RunSlot } from "@stoa/runtime/supervisor";
import type { Caller } from "../../../platform/http/caller.ts";
import { Traffic } from "../../../platform/outbound/traffic.ts";
import type { RunRow } from "../settle/run-reader.ts";
import type { RunTerms } from "../start/run-terms.ts";
import { RunTree } from "./hold.ts";
import { RunFeed } from "./run-feed.ts";
import type { RunMeter } from "./run-meter.ts";
import type { SecretMask } from "./secret-mask.ts";

/** A reason to stop a run. */
export type StopCause =
  | "limit"
  | "cancelled"
  | "shutdown"
  | "lease_lost"
  | "agent_suspended"
  | "account_suspended";

/** A run of this node that has not been settled yet. */
export class LiveRun {
  readonly id: string;
  /** The epoch of the node that executes the run. */
  readonly epoch: bigint;
  readonly terms: RunTerms;
  readonly meter: RunMeter;
  /** The run that called this run; undefined if the caller started it. */
  readonly parent: LiveRun | undefined;
  readonly tree: RunTree;
  /** How many calls are between this run and the root: 0 for the run that the caller started. */
  readonly depth: number;
  /** Lends this run's slot to a run that it calls if the node is full. */
  lendSlot: () => RunSlot | undefined = () => undefined;
  readonly feed = new RunFeed();
  /** Masks the developer's secrets; undefined if the agent has none. */
  mask: SecretMask | undefined;
  readonly traffic = new Traffic();
  readonly startedAt = performance.now();
  /** Resolves when the run's end is written or left to the sweeper. */
  readonly done: Promise<void>;
  stopCause: StopCause | undefined;
  /** Whether the caller keeps the content of model calls. Read at the first model call. */
  keepsContent: Promise<boolean> | undefined;
  /** How long the oldest model call had waited for an answer when the sandbox ended, in milliseconds. */
  waitedAtEndMs = 0;
  /** What the agent keeps for the next turn of its conversation. */
  state: string | undefined;
  /** The files that the agent has returned. The caller sees them if the run completes. */
  readonly artifacts: JobFile[] = [];
  /** The files that the agent may read, keyed by ID: those of its input, and those that the runs it called returned. */
  readonly files: Map<string, JobFile>;
  /** Whether metering has ended. */
  closed = false;
  /** The ended run, if this node could write its end. */
  row: RunRow | undefined;
  /** Whether the caller has seen anything that the agent logged. */
  isLogRead = false;
  #isLogClosed = false;
  #finish: () => void = () => {};
  #stop: () => void = () => {};
  #last: Promise<unknown> = Promise.resolve();
  readonly #over = new AbortController();
  /** The number of calls whose rows have not been written yet. */
  #unwritten = 0;
  #recorded: (() => void)[] = [];
  readonly #called = new Set<Promise<unknown>>();

  constructor({
    id,
    epoch,
    terms,
    meter,
    parent,
  }: Pick<LiveRun, "id" | "epoch" | "terms" | "meter"> & { parent?: LiveRun }) {
    this.id = id;
    this.epoch = epoch;
    this.terms = terms;
    this.files = new Map(terms.files.map((file) => [file.id, file]));
    this.meter = meter;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.tree = parent?.tree ?? new RunTree(id, meter);
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** Aborts when the sandbox has ended, because nothing can receive an answer anymore. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  handleSandboxEnd(): void {
    this.waitedAtEndMs = this.meter.longestWaitMs;
    this.#over.abort();
  }

  /** The run that the caller started. */
  get root(): LiveRun {
    return this.parent?.root ?? this;
  }

  /** The caller for whom this run calls other agents. */
  get caller(): Caller {
    const { accountId, userId, username, isVisitor } = this.terms.caller;
    return { accountId, userId, username, ...(isVisitor && { isVisitor }) };
  }

  /** How many milliseconds of this run's time limit are left. */
  get timeLeftMs(): number {
    return this.startedAt + this.terms.timeoutSeconds * 1000 - performance.now();
  }

  /** Delays the end of this run until `call`, a run that it called, has ended. */
  trackCall(call: Promise<unknown>): void {
    this.#called.add(call);
    const forget = () => this.#called.delete(call);
    call.then(forget, forget);
  }

  /**
   * Waits until every called run has ended. Called runs stop with the sandbox, so this takes no longer than stopping
   * it.
   */
  async waitForCalledRuns(): Promise<void> {
    await Promise.allSettled(this.#called);
  }

  /** Runs tasks that read the meter and may wait for the ledger, one at a time. */
  runSerially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  onStop(stop: () => void): void {
    this.#stop = stop;
    if (this.stopCause !== undefined) stop();
  }

  /**
   * Records that the caller reads the agent's log entries.
   * @returns false if the charge was decided before the log was read. In that case the run's end says whether the
   * caller may read the log.
   */
  readLog(): boolean {
    if (!this.#isLogClosed) this.isLogRead = true;
    return this.isLogRead;
  }

  /** Ends the time in which reading the log makes the run chargeable. @returns whether the log was read before */
  closeLog(): boolean {
    this.#isLogClosed = true;
    return this.isLogRead;
  }

  /** Stops the sandbox. If called more than once, the first cause is kept. */
  stop(cause: StopCause): void {
    this.stopCause ??= cause;
    this.#stop();
  }

  /**
   * Meters a call immediately, so that the agent's next call sees the remaining budget. The run ends only after the
   * call's row is written.
   */
  record(reservationId: string, call: ModelCall, written: Promise<void>): boolean {
    this.endAfter(written);
    return this.meter.record(reservationId, call);
  }

  /** Delays the run's end until `call` has settled. */
  endAfter(call: Promise<void>): void {
    this.#unwritten += 1;
    const ended = () => {
      this.#unwritten -= 1;
      for (const recorded of this.#recorded.splice(0)) recorded();
    };
    call.then(ended, ended);
  }

  /** Waits at most `ms` until no call is in flight or being written. @returns false if that takes longer */
  async waitForRecordedCalls(ms: number): Promise<boolean> {
    const deadline = performance.now() + ms;
    while (this.meter.callsInFlight + this.#unwritten > 0) {
      const left = deadline - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#recorded.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
    return true;
  }

  markFinished(): void {
    this.feed.close();
    this.#finish();
  }
}

/** The runs of this node, keyed by id. */
export class LiveRuns {
  readonly #runs = new Map<string, LiveRun>();

  add(run: LiveRun): void {
    this.#runs.set(run.id, run);
  }

  get(runId: string): LiveRun | undefined {
    return this.#runs.get(runId);
  }

  remove(run: LiveRun): void {
    this.#runs.delete(run.id);
  }

  list(): LiveRun[] {
    return [...this.#runs.values()];
  }

  get size(): number {
    return this.#runs.size;
  }
}

/** Waits at most `ms` until the work ends. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
