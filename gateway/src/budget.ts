import type { CallContent } from "./call-content.ts";

/** What one upstream call may use at most, before it is sent. */
export interface CallEstimate {
  promptTokens: number;
  completionTokens: number;
  /** Provider cost of exactly those tokens, nano-USD. */
  costNano: bigint;
}

/** Why a call may not be made. */
export type RefusalCode =
  /** The run's cap or the caller's balance does not carry it. */
  | "insufficient_credits"
  /** The agent's price does not cover the model's cost and nobody sponsors the difference. */
  | "price_too_low"
  /** Nobody pays for this call, and the platform bears no more of such calls for this caller today. */
  | "loss_bound_reached"
  /** The run has ended. */
  | "run_ended";

/**
 * Answer to a reservation. A granted call may carry fewer completion tokens than asked for
 * (never fewer than 1): the gateway then ends the completion there, with finish_reason "length".
 * With `keepsContent` the call is recorded with what was asked and answered.
 */
export type Reservation =
  | { granted: true; id: string; completionTokens: number; keepsContent?: boolean }
  | { granted: false; code: RefusalCode; detail: string };

/** One upstream call, as it ended. Written once, also when the client went away or the upstream failed. */
export interface ModelCall {
  provider: string;
  /** The name the agent asked for. */
  modelRequested: string;
  /** The model that really answered. */
  modelAnswered: string;
  promptTokens: number;
  cachedPromptTokens: number;
  completionTokens: number;
  /** Who counted the tokens: the provider's usage, or our tokenizer because it sent none. */
  countedBy: "provider" | "gateway";
  costNano: bigint;
  startedAt: Date;
  durationMs: number;
  /** `error` calls that used no tokens are recorded too, with zeros. */
  outcome: "completed" | "cut" | "client_gone" | "error";
  errorCode?: string;
  /** Why the model stopped writing: `stop`, `length`, `tool_calls` or another word of the provider's. */
  finishReason?: string | undefined;
  /** Only where the reservation asked for it. */
  content?: CallContent;
}

/**
 * The budget of the run that makes a call. The gateway reserves prompt and completion of every call in
 * flight before it is sent, so that parallel calls can never see the same money twice, and records each
 * reservation exactly once.
 */
export interface RunBudget {
  reserve(runId: string, estimate: CallEstimate): Promise<Reservation>;
  record(runId: string, reservationId: string, call: ModelCall): Promise<void>;
}
