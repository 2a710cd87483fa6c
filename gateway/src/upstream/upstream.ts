import { type Dispatcher, Pool } from "undici";
import type { ProviderConfig } from "../config.ts";
import { networkCode } from "./provider-error.ts";

/** How long to wait for a provider, in milliseconds. */
export interface UpstreamTimeouts {
  connectMs: number;
  firstByteMs: number;
  idleMs: number;
}

export const DEFAULT_TIMEOUTS: UpstreamTimeouts = {
  /** Three attempts of TCP to open a connection (1 + 2 + 4 s) and the TLS handshake. */
  connectMs: 10_000,
  /** The longest run: a reasoning model may think that long before its first byte. */
  firstByteMs: 600_000,
  /** Between two pieces of a stream; providers that think in between send comments every 15 s. */
  idleMs: 120_000,
};

/** More calls at once than a provider grants one key; beyond it calls wait for a connection. */
const MAX_CONNECTIONS = 512;
/** Shorter than the 60 s after which common load balancers silently drop a connection. */
const KEEP_ALIVE_MS = 30_000;

/** Failures of a connection which, before the first byte of an answer, are worth one more attempt. */
const RETRIED = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "EAI_AGAIN", "UND_ERR_SOCKET"]);

/** Takes an answer as it arrives. Exactly one of `end` and `failed` comes last. */
export interface AnswerReceiver {
  head(status: number, header: (name: string) => string | undefined): void;
  data(chunk: Buffer): void;
  end(): void;
  failed(error: Error): void;
}

/** Controls of an answer that is arriving. */
export interface Exchange {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** What is asked of a provider. */
export type UpstreamRoute = "/chat/completions" | "/embeddings";

/** The connections to the configured provider. */
export class Upstream {
  private readonly pool: Pool;
  private readonly basePath: string;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(provider: ProviderConfig, timeouts: UpstreamTimeouts) {
    const url = new URL(provider.baseUrl);
    this.basePath = url.pathname.replace(/\/$/, "");
    this.headers = {
      "content-type": "application/json",
      ...(provider.apiKey === undefined ? {} : { authorization: `Bearer ${provider.apiKey}` }),
    };
    this.pool = new Pool(url.origin, {
      connections: MAX_CONNECTIONS,
      connect: { timeout: timeouts.connectMs, noDelay: true },
      headersTimeout: timeouts.firstByteMs,
      bodyTimeout: timeouts.idleMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
    });
  }

  /** Sends a request; tries once more when the connection fails before the first byte of an answer. */
  send(body: string, receiver: AnswerReceiver, route: UpstreamRoute = "/chat/completions"): Exchange {
    const exchange = new PooledExchange(receiver, () => this.dispatch(route, body, exchange));
    this.dispatch(route, body, exchange);
    return exchange;
  }

  /** Ends every connection at once. */
  async destroy(): Promise<void> {
    await this.pool.destroy();
  }

  private dispatch(route: UpstreamRoute, body: string, exchange: PooledExchange): void {
    this.pool.dispatch(
      { path: this.basePath + route, method: "POST", headers: this.headers, body },
      exchange,
    );
  }
}

class PooledExchange implements Exchange, Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | undefined;
  private abortReason: Error | undefined;
  private answered = false;
  private retried = false;
  private readonly receiver: AnswerReceiver;
  private readonly again: () => void;

  constructor(receiver: AnswerReceiver, again: () => void) {
    this.receiver = receiver;
    this.again = again;
  }

  pause(): void {
    this.controller?.pause();
  }

  resume(): void {
    this.controller?.resume();
  }

  abort(reason: Error): void {
    this.abortReason ??= reason;
    this.controller?.abort(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.abortReason !== undefined) controller.abort(this.abortReason);
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.answered = true;
    this.receiver.head(status, (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value[0] : value;
    });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.receiver.data(chunk);
  }

  onResponseEnd(): void {
    this.receiver.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const mayRetry = !this.answered && !this.retried && this.abortReason === undefined;
    if (mayRetry && RETRIED.has(networkCode(error))) {
      this.retried = true;
      this.again();
    } else {
      this.receiver.failed(error);
    }
  }
}
