import type { LiveRun } from "../live-run.ts";
import type { RunEnd } from "../run-store.ts";
import type { PreparedRun } from "../start-run.ts";

/** A run that another called and that has ended: it is booked when the run at the root ends. */
export interface EndedCall {
  run: LiveRun;
  prepared: PreparedRun;
  end: RunEnd;
}

/** Whether a run ended in a way that its caller pays for (reading 18); 0 is a price, too. */
function isPaidFor({ status, tokensCharged }: RunEnd): boolean {
  return status === "completed" || tokensCharged > 0;
}

/** What the live runs of a node led to, until it is booked. */
export class EndedCalls {
  readonly #calls = new WeakMap<LiveRun, EndedCall[]>();

  /** The ended runs that a run led to, at any depth, in the order of their ends. */
  of(run: LiveRun): readonly EndedCall[] {
    return this.#calls.get(run) ?? [];
  }

  /** Keeps the end of a run that another called, and the ends of those that it led to itself. */
  add(parent: LiveRun, call: EndedCall): void {
    this.#calls.set(parent, [...this.of(parent), ...this.of(call.run), call]);
  }

  /**
   * A run that costs its caller nothing makes the runs it led to cost nothing as well: the caller asked for the one
   * answer that did not come (reading 18). What their models cost is lost with that run, to whose developer's bound
   * it counts: theirs did nothing wrong.
   * @returns the run's end with that cost.
   */
  settleWith(run: LiveRun, end: RunEnd): RunEnd {
    const calls = this.of(run);
    if (calls.length === 0 || isPaidFor(end)) return end;
    this.#calls.set(
      run,
      calls.map((call) => {
        call.run.meter.held = 0n;
        return { ...call, end: { ...call.end, tokensCharged: 0, cost: 0n, modelCost: 0n } };
      }),
    );
    return { ...end, modelCost: end.modelCost + sum(calls, (each) => each.modelCost) };
  }
}

/** A figure of several ends, together. */
export function sum(calls: readonly EndedCall[], of: (end: RunEnd) => bigint): bigint {
  return calls.reduce((total, { end }) => total + of(end), 0n);
}
