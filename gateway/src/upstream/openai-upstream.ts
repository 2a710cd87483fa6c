import { type Dispatcher, Pool } from "undici";
import type { ChatRequest } from "../chat-request.ts";
import type { CircuitBreaker } from "../providers/circuit-breaker.ts";
import { OFFICIAL_BASE_URLS, type ProviderConfig } from "../settings/gateway-config.ts";
import { isWorthOneMore } from "./provider-error.ts";
import type {
  AnswerReceiver,
  Exchange,
  GetBreaker,
  Upstream,
  UpstreamChat,
  UpstreamTimeouts,
} from "./upstream.ts";

/**
 * Matches models that support `verbosity`. OpenAI rejects it for older models and for models with "-chat" in their
 * name.
 */
const KNOWS_VERBOSITY = /^gpt-(?:[5-9]|\d{2,})(?!.*-chat)/;

/**
 * The maximum number of connections, which is higher than the number of concurrent calls that a provider allows per
 * key. Further calls wait for a connection.
 */
const MAX_CONNECTIONS = 512;
/** This is shorter than the 60 s after which common load balancers silently drop a connection. */
const KEEP_ALIVE_MS = 30_000;

/** A provider with OpenAI's API. Its answers are passed on unchanged. */
export class OpenAiUpstream implements Upstream {
  private readonly pool: Pool;
  private readonly basePath: string;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly saysNewer: boolean;
  private readonly getBreaker: GetBreaker;

  constructor(provider: ProviderConfig, timeouts: UpstreamTimeouts, getBreaker: GetBreaker) {
    this.getBreaker = getBreaker;
    this.saysNewer = provider.baseUrl === OFFICIAL_BASE_URLS.openai;
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

  chat({ request, model, granted }: UpstreamChat, receiver: AnswerReceiver): Exchange {
    const body = openAiBody(request, model, granted, this.saysNewer);
    return this.send(model, "/chat/completions", body, receiver);
  }

  embed(model: string, body: string, receiver: AnswerReceiver): Exchange {
    return this.send(model, "/embeddings", body, receiver);
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  async destroy(): Promise<void> {
    await this.pool.destroy();
  }

  private send(model: string, route: string, body: string, receiver: AnswerReceiver): Exchange {
    const again = () => this.dispatch(route, body, exchange);
    const exchange = new PooledExchange(receiver, this.getBreaker(model), again);
    this.dispatch(route, body, exchange);
    return exchange;
  }

  private dispatch(route: string, body: string, exchange: PooledExchange): void {
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
  private readonly health: CircuitBreaker;
  private readonly again: () => void;

  constructor(receiver: AnswerReceiver, health: CircuitBreaker, again: () => void) {
    this.receiver = receiver;
    this.health = health;
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
    this.health.recordAnswer(status);
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
    if (mayRetry && isWorthOneMore(error)) {
      this.retried = true;
      this.again();
      return;
    }
    if (this.abortReason !== undefined) this.health.recordAbandonedCall();
    else this.health.recordFailure();
    this.receiver.failed(error);
  }
}

/**
 * Returns the request body for a provider with OpenAI's API. It has the provider's model name, the granted tokens as
 * the limit, and a request for usage in every stream. OpenAI accepts `max_completion_tokens` for all its models. Other
 * servers may support only the older `max_tokens`, so they get the field that the client used.
 */
export function openAiBody(request: ChatRequest, model: string, granted: number, saysNewer: boolean): string {
  const {
    max_tokens: _older,
    max_completion_tokens: newer,
    stream_options: _streamOptions,
    verbosity,
    ...rest
  } = request;
  return JSON.stringify({
    ...rest,
    model,
    ...(saysNewer && KNOWS_VERBOSITY.test(model) ? { verbosity: verbosity ?? undefined } : {}),
    ...(saysNewer || typeof newer === "number"
      ? { max_completion_tokens: granted }
      : { max_tokens: granted }),
    ...(request.stream === true ? { stream_options: { include_usage: true } } : {}),
  });
}
