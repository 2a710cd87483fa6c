import type { ModelCall } from "@stoa/gateway";
import type { RunSlot } from "@stoa/runtime/supervisor";
import type { Caller } from "../../../platform/http/caller.ts";
import { Traffic } from "../../../platform/outbound/traffic.ts";
import { RunTree } from "../called/run-tree.ts";
import type { RunRow } from "../settle/run-reader.ts";
import type { RunTerms } from "../start/run-terms.ts";
import { RunFeed } from "./run-feed.ts";
import type { RunMeter } from "./run-meter.ts";

/** Why a run was told to stop, the first reason there was. */
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
  /** The epoch of its node. */
  readonly epoch: bigint;
  readonly terms: RunTerms;
  readonly meter: RunMeter;
  /** The run that started this one, where a run did. */
  readonly parent: LiveRun | undefined;
  readonly tree: RunTree;
  /** 0 for the run that the caller started. */
  readonly depth: number;
  /** A place for one run that it calls where the node is full. */
  lendSlot: () => RunSlot | undefined = () => undefined;
  readonly feed = new RunFeed();
  readonly traffic = new Traffic();
  readonly startedAt = performance.now();
  /** Settles when the run's end is written, or was given up to the sweeper. */
  readonly done: Promise<void>;
  stopCause: StopCause | undefined;
  /** Whether its owner keeps what models are asked and answered; read at its first model call. */
  keepsContent: Promise<boolean> | undefined;
  /** For how long its oldest model call had waited for an answer when the sandbox ended, milliseconds. */
  waitedAtEndMs = 0;
  /** Set once nothing more is metered. */
  closed = false;
  /** How it ended, where this node could write it. */
  row: RunRow | undefined;
  /** Whether its caller was shown something that its agent logged. */
  isLogRead = false;
  #isLogClosed = false;
  #finish: () => void = () => {};
  #stop: () => void = () => {};
  #last: Promise<unknown> = Promise.resolve();
  readonly #over = new AbortController();
  /** Calls of which something is still to be written. */
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
    this.meter = meter;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
    this.tree = parent?.tree ?? new RunTree(id, meter);
    this.done = new Promise((resolve) => {
      this.#finish = resolve;
    });
  }

  /** Aborts when the sandbox has ended: nobody is there any more who could take an answer. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  sandboxEnded(): void {
    this.waitedAtEndMs = this.meter.longestWaitMs;
    this.#over.abort();
  }

  /** The run that the caller started. */
  get root(): LiveRun {
    return this.parent?.root ?? this;
  }

  /** Who the runs that it calls are for. */
  get caller(): Caller {
    const { accountId, userId, username } = this.terms.caller;
    return { accountId, userId, username };
  }

  /** Milliseconds that its time limit leaves. */
  get timeLeftMs(): number {
    return this.startedAt + this.terms.timeoutSeconds * 1000 - performance.now();
  }

  /** It ends only after `call`, a run that it called. */
  waitsFor(call: Promise<unknown>): void {
    this.#called.add(call);
    const ended = () => this.#called.delete(call);
    call.then(ended, ended);
  }

  /** Every run that it called has ended. They are stopped with its sandbox, so this takes no longer than stopping. */
  async calledRunsEnded(): Promise<void> {
    await Promise.allSettled(this.#called);
  }

  /** Does things that look at the meter and may wait for the ledger one after another. */
  serially<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  onStop(stop: () => void): void {
    this.#stop = stop;
    if (this.stopCause !== undefined) stop();
  }

  /**
   * Notes that the caller is shown what the agent logged.
   * @returns false when the run's end has been decided without it: the end then says whether the log may be read.
   */
  readLog(): boolean {
    if (!this.#isLogClosed) this.isLogRead = true;
    return this.isLogRead;
  }

  /** From now on reading the log changes nothing about the run's charge. @returns whether it was read. */
  closeLog(): boolean {
    this.#isLogClosed = true;
    return this.isLogRead;
  }

  /** Ends the sandbox; the first cause stays. */
  stop(cause: StopCause): void {
    this.stopCause ??= cause;
    this.#stop();
  }

  /**
   * Meters a call at once, so that the agent's next one finds what this one left of the budget. The run ends only
   * after the call's row is written.
   */
  record(reservationId: string, call: ModelCall, written: Promise<void>): boolean {
    this.endAfter(written);
    return this.meter.record(reservationId, call);
  }

  /** The run's end is written only after this has settled. */
  endAfter(call: Promise<void>): void {
    this.#unwritten += 1;
    const ended = () => {
      this.#unwritten -= 1;
      for (const recorded of this.#recorded.splice(0)) recorded();
    };
    call.then(ended, ended);
  }

  /** Waits until no call is in flight or being written, at most `ms`. */
  async callsRecorded(ms: number): Promise<boolean> {
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

  finished(): void {
    this.feed.close();
    this.#finish();
  }
}

/** The runs of this node, by id. */
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

  all(): LiveRun[] {
    return [...this.#runs.values()];
  }

  get size(): number {
    return this.#runs.size;
  }
}
