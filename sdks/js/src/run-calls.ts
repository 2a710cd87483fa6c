import type { ExecuteRequest, InputData } from "./api-types.gen.ts";
import type { Call } from "./transport.ts";

/** Options of a call. */
export interface CallOptions {
  /** Cancels the call. A run that it has started continues. */
  signal?: AbortSignal;
}

/** `max_cost` (USD), `timeout` (seconds), `version`, `conversation_id` and `parent_turn` of the run, as in the API. */
export interface RunOptions extends CallOptions, Omit<ExecuteRequest, "input_data"> {
  /** Calls with the same key within 24 hours start only one run. By default, each call has a unique key. */
  idempotencyKey?: string;
}

/** The longest duration of a run. A test compares it with the contract. */
export const LONGEST_RUN_SECONDS = 600;
/** The additional time in which a run can wait for a slot and its response can arrive. */
const MARGIN_SECONDS = 30;

/** Returns the call that starts a run. Only one run starts, however often the call is sent. */
export function startCall(agentId: number, input: InputData, options: RunOptions): Call {
  const { signal, idempotencyKey = makeIdempotencyKey(), ...run } = options;
  return {
    method: "POST",
    path: `/sdk/agents/${agentId}/execute`,
    json: { input_data: input, ...run },
    headers: { "idempotency-key": idempotencyKey },
    repeatable: true,
    timeoutMs: ((run.timeout ?? LONGEST_RUN_SECONDS) + MARGIN_SECONDS) * 1000,
    signal,
  };
}

/** Returns a unique key. Pages without TLS have no `crypto.randomUUID`, and Node 18 has no global `crypto`. */
function makeIdempotencyKey(): string {
  const bytes = new Uint8Array(16);
  const { crypto } = globalThis as { crypto?: { getRandomValues(bytes: Uint8Array): void } };
  if (crypto) crypto.getRandomValues(bytes);
  else for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(Math.random() * 256);
  return `sdk-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
