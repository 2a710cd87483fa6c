import type { CallEstimate, Reservation } from "@stoa/gateway";

/** Active trial runs: the gateway answers them with stoa-basic, so their calls are free and not recorded. */
export class TrialRuns {
  /** What is told of each call that a run makes. */
  readonly #ids = new Map<string, () => void>();
  readonly #gotOutside = new Set<string>();
  readonly #stopping = new AbortController();

  /** Aborted when this server stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Ends all trial runs; none begins from now on. */
  stop(): void {
    this.#stopping.abort();
  }

  /** `called` is told whenever the run calls something. */
  add(runId: string, called: () => void = () => {}): void {
    this.#ids.set(runId, called);
  }

  has(runId: string): boolean {
    return this.#ids.has(runId);
  }

  remove(runId: string): void {
    this.#ids.delete(runId);
    this.#gotOutside.delete(runId);
  }

  /** A run has called a connector or another agent, which a trial has none of. */
  reachOutside(runId: string): void {
    this.#ids.get(runId)?.();
    if (this.#ids.has(runId)) this.#gotOutside.add(runId);
  }

  hasReachedOutside(runId: string): boolean {
    return this.#gotOutside.has(runId);
  }

  /** @returns a refusal if a call that costs anything should ever reach here. */
  grant(runId: string, estimate: CallEstimate): Reservation {
    this.#ids.get(runId)?.();
    if (estimate.costNano > 0n)
      return { granted: false, code: "insufficient_credits", detail: "A trial run calls no paid model" };
    return { granted: true, id: "trial", completionTokens: estimate.completionTokens };
  }
}
