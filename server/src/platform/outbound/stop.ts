import { OutboundError, type OutboundRequest } from "./outbound.ts";
import { toOutboundError } from "./outbound-failure.ts";

/** Ends a request when its time is over or its caller aborts it, and remembers which of the two happened. */
export class Stop {
  private readonly controller = new AbortController();
  private readonly timer: NodeJS.Timeout;
  private readonly asker: AbortSignal | undefined;
  /** Rejects when the request is ended; never resolves. */
  readonly ended: Promise<never>;
  private reject: (reason: OutboundError) => void = () => undefined;
  private reason: OutboundError | undefined;

  constructor({ bounds, signal }: OutboundRequest) {
    this.timer = setTimeout(
      () => this.end(new OutboundError("timeout", "The server did not respond in time")),
      bounds.totalMs,
    );
    this.ended = new Promise((_, reject) => {
      this.reject = reject;
    });
    this.ended.catch(() => undefined);
    this.asker = signal;
    if (signal?.aborted) this.giveUp();
    signal?.addEventListener("abort", this.giveUp, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  clear(): void {
    clearTimeout(this.timer);
    this.asker?.removeEventListener("abort", this.giveUp);
  }

  failure(error: unknown, phase: "head" | "body"): OutboundError {
    return this.reason ?? toOutboundError(error, phase);
  }

  private readonly giveUp = (): void => this.end(new OutboundError("aborted", "The request was canceled"));

  private end(reason: OutboundError): void {
    this.reason ??= reason;
    this.controller.abort(reason);
    this.reject(reason);
  }
}
