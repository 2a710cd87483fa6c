import type { CallContent } from "./call-content.ts";

/** The maximum usage of one upstream call, estimated before it is sent. */
export interface CallEstimate {
  promptTokens: number;
  completionTokens: number;
  /** The provider's cost of these tokens, in nano-USD. */
  costNano: bigint;
}

/** The reason why a call is refused. */
export type RefusalCode =
  /** The run's cap or the caller's balance is too low. */
  | "insufficient_credits"
  /** The agent's price does not cover the model's cost, and nobody sponsors the difference. */
  | "price_too_low"
  /** Nobody pays for this call, and the platform covers no more of these calls for this caller today. */
  | "loss_bound_reached"
  | "run_ended";

/**
 * The result of a reservation. A granted call may allow fewer completion tokens than requested (at least 1). The
 * gateway cuts the completion after the granted tokens, with finish_reason "length". If `keepsContent` is set, the call
 * is recorded with its prompt and answer.
 */
export type Reservation =
  | { granted: true; id: string; completionTokens: number; keepsContent?: boolean }
  | { granted: false; code: RefusalCode; detail: string };

/** The result of one upstream call. Recorded once, even if the client disconnected or the upstream failed. */
export interface ModelCall {
  provider: string;
  /** The model name in the agent's request. */
  modelRequested: string;
  /** The model that answered. */
  modelAnswered: string;
  promptTokens: number;
  cachedPromptTokens: number;
  completionTokens: number;
  /** The source of the token counts: the provider's usage, or our tokenizer if the provider sent none. */
  countedBy: "provider" | "gateway";
  costNano: bigint;
  startedAt: Date;
  durationMs: number;
  /** Calls with outcome `error` that used no tokens are also recorded, with zeros. */
  outcome: "completed" | "cut" | "client_gone" | "error";
  errorCode?: string;
  /** The reason why the model stopped: `stop`, `length`, `tool_calls` or another value from the provider. */
  finishReason?: string | undefined;
  /** Present only if the reservation set `keepsContent`. */
  content?: CallContent;
}

/**
 * The budget of the run that makes a call. The gateway reserves the prompt and completion of each call before sending
 * it, so that parallel calls cannot spend the same money twice, and records each reservation exactly once.
 */
export interface RunBudget {
  reserve(runId: string, estimate: CallEstimate): Promise<Reservation>;
  record(runId: string, reservationId: string, call: ModelCall): Promise<void>;
}
