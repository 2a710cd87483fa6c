import type { CallEstimate, Reservation } from "@stoa/gateway";

/** Trial runs under way: the gateway answers them with stoa-basic, so their calls are free and not recorded. */
export class TrialRuns {
  readonly #ids = new Set<string>();
  readonly #atConnector = new Set<string>();

  add(runId: string): void {
    this.#ids.add(runId);
  }

  has(runId: string): boolean {
    return this.#ids.has(runId);
  }

  remove(runId: string): void {
    this.#ids.delete(runId);
    this.#atConnector.delete(runId);
  }

  /** A run has called a connector, which a trial has none of. */
  reachConnector(runId: string): void {
    if (this.#ids.has(runId)) this.#atConnector.add(runId);
  }

  hasReachedConnector(runId: string): boolean {
    return this.#atConnector.has(runId);
  }

  /** @returns a refusal if a call that costs anything should ever reach here. */
  grant(estimate: CallEstimate): Reservation {
    if (estimate.costNano > 0n)
      return { granted: false, code: "insufficient_credits", detail: "A trial run calls no paid model" };
    return { granted: true, id: "trial", completionTokens: estimate.completionTokens };
  }
}
