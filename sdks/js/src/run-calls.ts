import type { ExecuteRequest, InputData } from "./api-types.gen.ts";
import type { Call } from "./transport.ts";

/** Options of a call. */
export interface CallOptions {
  /** Cancels the call. A run that it has started continues. */
  signal?: AbortSignal;
}

/** `max_cost` (USD), `timeout` (seconds) and `version` of the run, as in the API. */
export interface RunOptions extends CallOptions, Omit<ExecuteRequest, "input_data"> {
  /** Two calls with the same key start one run, within 24 hours. By default each call has a unique key. */
  idempotencyKey?: string;
}

/** The longest duration of a run. A test compares it with the contract. */
export const LONGEST_RUN_SECONDS = 600;
/** Time for a run to wait for a slot and for its answer to arrive. */
const MARGIN_SECONDS = 30;

/** Returns the call that starts a run. The run starts once, however often the call is sent. */
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

/** Returns a unique key. `crypto.randomUUID` is missing on pages without TLS, and `crypto` in Node 18. */
function makeIdempotencyKey(): string {
  const bytes = new Uint8Array(16);
  const { crypto } = globalThis as { crypto?: { getRandomValues(bytes: Uint8Array): void } };
  if (crypto) crypto.getRandomValues(bytes);
  else for (let place = 0; place < bytes.length; place += 1) bytes[place] = Math.floor(Math.random() * 256);
  return `sdk-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
