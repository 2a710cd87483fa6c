import type { ServerResponse } from "node:http";
import type { ChatRequest } from "../chat-request.ts";
import type { MeteredCall } from "../metered-call.ts";
import type { ResolvedModel } from "../model-catalog.ts";
import type { Provider } from "../providers/provider.ts";

/** A granted call on its way to the provider, and where its answer goes. */
export interface RelayedCall {
  request: ChatRequest;
  model: ResolvedModel;
  promptTokens: number;
  /** Completion tokens that the budget granted, and that the request asked for. */
  granted: number;
  wanted: number;
  call: MeteredCall;
  response: ServerResponse;
  provider: Provider;
  clientTimeouts: ClientTimeouts;
}

/** How long a client may keep a provider waiting, in milliseconds. */
export interface ClientTimeouts {
  /** A client that takes no byte for this long counts as gone. */
  stallMs: number;
  /** How long a stream is still read for the provider's own count after its client has gone. */
  drainMs: number;
}

export const DEFAULT_CLIENT_TIMEOUTS: ClientTimeouts = {
  /** The client sits on the same machine; an agent that reads nothing for a minute is stuck. */
  stallMs: 60_000,
  /** Most answers end within it; what is left of a longer one would cost more than an exact count is worth. */
  drainMs: 30_000,
};

/** Whether an answer that ended by its length was cut by the budget and not by what the request asked for. */
export function wasCut(relayed: RelayedCall, finishReason: string | undefined): boolean {
  return finishReason === "length" && relayed.granted < relayed.wanted;
}
