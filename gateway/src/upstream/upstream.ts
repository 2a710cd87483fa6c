import type { ChatRequest } from "../chat-request.ts";
import type { CircuitBreaker } from "../providers/circuit-breaker.ts";

/** How long to wait for a provider, in milliseconds. */
export interface UpstreamTimeouts {
  connectMs: number;
  firstByteMs: number;
  idleMs: number;
}

export const DEFAULT_TIMEOUTS: UpstreamTimeouts = {
  /** Enough for three TCP attempts to open a connection (1 + 2 + 4 s) and the TLS handshake. */
  connectMs: 10_000,
  /** As long as the longest run, because a reasoning model may think that long before its first byte. */
  firstByteMs: 600_000,
  /** The time between two chunks of a stream. Providers that think in between send comments every 15 s. */
  idleMs: 120_000,
};

/** Receives an answer as it arrives. The last call is either `end` or `failed`. */
export interface AnswerReceiver {
  head(status: number, header: (name: string) => string | undefined): void;
  data(chunk: Buffer): void;
  end(): void;
  failed(error: Error): void;
}

/** Controls an answer that is arriving. */
export interface Exchange {
  pause(): void;
  resume(): void;
  abort(reason: Error): void;
}

/** A granted chat completion to send to a provider. */
export interface UpstreamChat {
  request: ChatRequest;
  /** The provider's name for the model. */
  model: string;
  /** Completion tokens that the budget granted. */
  granted: number;
}

/** Returns the circuit breaker of a model. `model` is the provider's name for it. */
export type GetBreaker = (model: string) => CircuitBreaker;

/** A connection to a provider. Its answers have OpenAI's format, regardless of the provider's API. */
export interface Upstream {
  /** Sends a call. Retries once if the connection fails before the first byte of an answer. */
  chat(call: UpstreamChat, receiver: AnswerReceiver): Exchange;
  /** Sends an embeddings request, with the same single retry as `chat`. Undefined if not supported by the provider. */
  embed?(model: string, body: string, receiver: AnswerReceiver): Exchange;
  /** Waits for calls in flight to end, then closes the connections. */
  close(): Promise<void>;
  /** Closes every connection immediately. */
  destroy(): Promise<void>;
}
