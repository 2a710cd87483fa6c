import type { ChatRequest } from "../chat-request.ts";
import type { CircuitBreaker } from "../providers/circuit-breaker.ts";

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

/** A granted chat completion as it goes to a provider. */
export interface UpstreamChat {
  request: ChatRequest;
  /** What the provider calls the model. */
  model: string;
  /** Completion tokens that the budget granted. */
  granted: number;
}

/** Returns the breaker that is told how calls of a model end; by the provider's name for the model. */
export type HealthOf = (model: string) => CircuitBreaker;

/** The way to a provider. Its answers come in OpenAI's format, whatever the provider itself speaks. */
export interface Upstream {
  /** Sends a call; tries once more when the connection fails before the first byte of an answer. */
  chat(call: UpstreamChat, receiver: AnswerReceiver): Exchange;
  /** The same for a body of embeddings; absent where the provider has none. */
  embed?(model: string, body: string, receiver: AnswerReceiver): Exchange;
  /** Lets calls in flight end, then the connections. */
  close(): Promise<void>;
  /** Ends every connection at once. */
  destroy(): Promise<void>;
}
