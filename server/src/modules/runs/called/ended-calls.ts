import type { LiveRun } from "../live/live-run.ts";
import type { BookedEnd } from "../run-store.ts";
import type { PreparedRun } from "../start/start-run.ts";

/** A run that has ended and been charged. */
export interface EndedCall {
  run: LiveRun;
  prepared: PreparedRun;
  end: BookedEnd;
}

/** The ended runs that the live runs of a node called, for what their callers are answered. */
export class EndedCalls {
  readonly #calls = new WeakMap<LiveRun, EndedCall[]>();

  /** The ended runs that a run called, at any depth, in the order of their ends. */
  of(run: LiveRun): readonly EndedCall[] {
    return this.#calls.get(run) ?? [];
  }

  /** Keeps the end of a run that another called, and the ends of those that it called itself. */
  add(parent: LiveRun, call: EndedCall): void {
    this.#calls.set(parent, [...this.of(parent), ...this.of(call.run), call]);
  }

  /** What the runs that a run called cost together, nano-USD. */
  costOf(run: LiveRun): bigint {
    return this.of(run).reduce((total, { end }) => total + end.cost + end.failureCharge, 0n);
  }
}
