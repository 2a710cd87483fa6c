import { CONVERSATION_TEXTS, type ErrorCode, WIDGET_TEXTS } from "@stoa/contract";
import { AppError } from "../../platform/http/app-error.ts";

/** The message that a visitor sees instead of the reason, which is about the owner's account. */
const TEXTS: Partial<Record<ErrorCode, string>> = {
  spending_limit_reached: WIDGET_TEXTS.budgetUsedUp,
  agent_suspended: WIDGET_TEXTS.paused,
  not_found: WIDGET_TEXTS.paused,
  too_large: WIDGET_TEXTS.tooLong,
  rate_limited: WIDGET_TEXTS.busy,
  at_capacity: WIDGET_TEXTS.busy,
  conflict: CONVERSATION_TEXTS.activeTurn,
};

/** Returns the error of a run's start as a visitor sees it: the same status and code, and nothing about the account. */
export function toVisitorError(error: unknown): unknown {
  if (!(error instanceof AppError)) return error;
  const { status, code, headers } = error;
  const isTooLong = error.errors?.some(({ field }) => field === "max_cost") === true;
  const text = isTooLong ? WIDGET_TEXTS.tooLong : (TEXTS[code] ?? WIDGET_TEXTS.unavailable);
  return new AppError(status, code, text, { headers, cause: error });
}
