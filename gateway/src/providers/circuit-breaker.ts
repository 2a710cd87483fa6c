/** When calls to a model are blocked, and for how long. */
export interface BreakerSettings {
  /** Consecutive failed calls. */
  failures: number;
  pauseMs: number;
}

export const DEFAULT_BREAKER: BreakerSettings = {
  /** One broken connection can be chance; five in a row are not. */
  failures: 5,
  /** Short enough for a run to wait, and long enough to spare a provider that is down. */
  pauseMs: 15_000,
};

/** The retry time that other callers get while one call tests whether the provider has recovered. */
const PROBE_MS = 1_000;

/**
 * Blocks calls to a model whose provider is down. After several consecutive failures, no call is sent for a while, then
 * a single call. If the provider answers it, all calls are allowed again. A provider that limits or refuses a call
 * counts as working.
 */
export class CircuitBreaker {
  private failed = 0;
  private closedAgainAt: number | undefined;
  private probing = false;
  private readonly settings: BreakerSettings;
  private readonly now: () => number;

  constructor(settings: BreakerSettings, now: () => number = () => performance.now()) {
    this.settings = settings;
    this.now = now;
  }

  /** Whether calls are blocked: from the last of the consecutive failures until the provider answers a call. */
  get isOpen(): boolean {
    return this.closedAgainAt !== undefined;
  }

  /**
   * Returns the milliseconds to wait, or 0 if the call may be sent. The end of that call must be reported with
   * `recordAnswer`, `recordFailure` or `recordAbandonedCall`.
   */
  admit(): number {
    if (this.closedAgainAt === undefined) return 0;
    const wait = this.closedAgainAt - this.now();
    if (wait > 0) return wait;
    if (this.probing) return PROBE_MS;
    this.probing = true;
    return 0;
  }

  /** Reports that an answer with this status began. A status of 500 or above counts as a failure. */
  recordAnswer(status: number): void {
    if (status >= 500) {
      this.recordFailure();
      return;
    }
    this.failed = 0;
    this.closedAgainAt = undefined;
    this.probing = false;
  }

  /** Reports that the provider could not be reached, closed the connection or timed out. */
  recordFailure(): void {
    this.failed += 1;
    if (!this.probing && this.failed < this.settings.failures) return;
    this.probing = false;
    this.closedAgainAt = this.now() + this.settings.pauseMs;
  }

  /** Reports that the gateway ended the call, which says nothing about the provider. */
  recordAbandonedCall(): void {
    this.probing = false;
  }
}
