import { RATE_TEXTS } from "@stoa/contract";
import { AppError } from "../../../platform/http/app-error.ts";

/** What bound_live_runs raises, by SQLSTATE, where an account has as many active runs as its plan allows. */
export const TOO_MANY_AT_ONCE = "RN004";

/** When one of them may have ended: most runs take seconds. */
const RETRY_SECONDS = 2;

/** 429: nothing was started, and the same request will do when one of the others has ended. */
export function tooManyAtOnce(bound: number): AppError {
  return new AppError(429, "rate_limited", RATE_TEXTS.tooManyAtOnce(bound), {
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}
