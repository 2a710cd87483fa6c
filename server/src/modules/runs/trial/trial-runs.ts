import type { CallEstimate, Reservation } from "@stoa/gateway";

/** The number of hosts that a check's text names. A longer list would be hard to read. */
const MAX_HOSTS = 5;

/** Active trial runs. The gateway answers their calls with stoa-basic, so the calls are free and not recorded. */
export class TrialRuns {
  /** The active trial runs, keyed by id, each with a function that is called for each call that the run makes. */
  readonly #ids = new Map<string, () => void>();
  /**
   * The hosts that runs tried to reach, keyed by run id. A run that tried to reach a connector or an agent has an
   * entry, too.
   */
  readonly #gotOutside = new Map<string, Set<string>>();
  readonly #stopping = new AbortController();

  /** Aborts when this server stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Stops all trial runs, and prevents new ones. */
  stop(): void {
    this.#stopping.abort();
  }

  /** Adds a run. `called` runs on each call that the run makes. */
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

  /** Records that a run tried to call a connector, another agent or a host, which is impossible in a trial. */
  reachOutside(runId: string, host?: string): void {
    this.#ids.get(runId)?.();
    if (!this.#ids.has(runId)) return;
    const hosts = this.#gotOutside.get(runId) ?? new Set<string>();
    if (host !== undefined && hosts.size < MAX_HOSTS) hosts.add(host);
    this.#gotOutside.set(runId, hosts);
  }

  hasReachedOutside(runId: string): boolean {
    return this.#gotOutside.has(runId);
  }

  /** Returns the hosts that a run tried to reach. */
  listReachedHosts(runId: string): string[] {
    return [...(this.#gotOutside.get(runId) ?? [])];
  }

  /** Grants a call to stoa-basic. @returns a refusal for any call that costs something */
  grant(runId: string, estimate: CallEstimate): Reservation {
    this.#ids.get(runId)?.();
    if (estimate.costNano > 0n)
      return { granted: false, code: "insufficient_credits", detail: "Trial runs do not call paid models" };
    return { granted: true, id: "trial", completionTokens: estimate.completionTokens };
  }
}
