/** When calls of a model are held back, and for how long. */
export interface BreakerSettings {
  /** Failed calls in a row. */
  failures: number;
  pauseMs: number;
}

export const DEFAULT_BREAKER: BreakerSettings = {
  /** A single broken connection is chance, five in a row are not. */
  failures: 5,
  /** Short enough that a run outlives it, long enough that a provider that is down is not asked all the time. */
  pauseMs: 15_000,
};

/** What is told to calls that come while one is trying whether the provider is well again. */
const PROBE_MS = 1_000;

/**
 * Keeps calls from a model whose provider is down: after some failures in a row none is sent for a while, then one, and
 * with its answer all again. A provider that limits or refuses a call is well.
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

  /** From the failures until an answer shows that the provider is well again. */
  get isOpen(): boolean {
    return this.closedAgainAt !== undefined;
  }

  /** Milliseconds to wait, or 0 for a call that may go; it then ends in `answered`, `failedToAnswer` or `left`. */
  admit(): number {
    if (this.closedAgainAt === undefined) return 0;
    const wait = this.closedAgainAt - this.now();
    if (wait > 0) return wait;
    if (this.probing) return PROBE_MS;
    this.probing = true;
    return 0;
  }

  /** An answer began. */
  answered(status: number): void {
    if (status >= 500) {
      this.failedToAnswer();
      return;
    }
    this.failed = 0;
    this.closedAgainAt = undefined;
    this.probing = false;
  }

  /** The provider could not be reached, broke off or took too long. */
  failedToAnswer(): void {
    this.failed += 1;
    if (!this.probing && this.failed < this.settings.failures) return;
    this.probing = false;
    this.closedAgainAt = this.now() + this.settings.pauseMs;
  }

  /** We ended the call ourselves: it says nothing about the provider. */
  left(): void {
    this.probing = false;
  }
}
