import type { ExecuteRequest, InputData } from "./api-types.gen.ts";
import { makeIdempotencyKey } from "./idempotency-key.ts";
import type { Call } from "./transport.ts";

/** What a call may be given besides what it is about. */
export interface CallOptions {
  /** Ends the call; a run that it has started goes on. */
  signal?: AbortSignal;
}

/** `max_cost` (USD), `timeout` (seconds) and `version` of the run, as the API has them. */
export interface RunOptions extends CallOptions, Omit<ExecuteRequest, "input_data"> {
  /** Two calls with one key are one run, for 24 hours. Without it each call has a key of its own. */
  idempotencyKey?: string;
}

/** No run takes longer; a test compares it with the contract. */
export const LONGEST_RUN_SECONDS = 600;
/** What a run waits for a place and its answer takes to come. */
const MARGIN_SECONDS = 30;

/** The call that starts a run, once however often it is sent. */
export function startCall(agentId: number, input: InputData, options: RunOptions): Call {
  const { signal, idempotencyKey = makeIdempotencyKey(), ...run } = options;
  return {
    method: "POST",
    path: `/agents/${agentId}/execute`,
    json: { input_data: input, ...run },
    headers: { "idempotency-key": idempotencyKey },
    repeatable: true,
    timeoutMs: ((run.timeout ?? LONGEST_RUN_SECONDS) + MARGIN_SECONDS) * 1000,
    signal,
  };
}
