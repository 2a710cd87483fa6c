import type { ServerResponse } from "node:http";
import type { ChatRequest } from "../chat-request.ts";
import type { MeteredCall } from "../metered-call.ts";
import type { ResolvedModel } from "../model-catalog.ts";
import type { Provider } from "../providers/provider.ts";

/** A granted call to a provider, and the response that receives its answer. */
export interface RelayedCall {
  request: ChatRequest;
  model: ResolvedModel;
  promptTokens: number;
  /** The maximum number of completion tokens: the budget's grant, but never more than `completionLimit`. */
  granted: number;
  /** The limit that the request or the default sets, at most the model's context window. */
  completionLimit: number;
  call: MeteredCall;
  response: ServerResponse;
  provider: Provider;
  clientTimeouts: ClientTimeouts;
}

/** How long a client may keep a provider waiting, in milliseconds. */
export interface ClientTimeouts {
  /** A client that reads nothing for this long counts as disconnected. */
  stallMs: number;
  /** How long to keep reading a stream for the provider's usage after its client has disconnected. */
  drainMs: number;
}

export const DEFAULT_CLIENT_TIMEOUTS: ClientTimeouts = {
  /** The client is on the same machine, so an agent that reads nothing for a minute is stuck. */
  stallMs: 60_000,
  /** Most answers end within this time. For a longer answer, an exact count is not worth the cost of the rest. */
  drainMs: 30_000,
};

/** Returns whether the budget's limit, not the request's, ended an answer with finish_reason "length". */
export function wasCut(relayed: RelayedCall, finishReason: string | undefined): boolean {
  return finishReason === "length" && relayed.granted < relayed.completionLimit;
}
