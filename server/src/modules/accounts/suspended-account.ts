import { TEXTS } from "@stoa/contract";
import type { Queryable } from "../../platform/db/database.ts";
import { AppError } from "../../platform/http/app-error.ts";
import { readSuspensionReason } from "./moderation-store.ts";

/** Returns the 403 for a person whom an operator has suspended. It contains the reason. */
export function createAccountSuspendedError(reason: string): AppError {
  return new AppError(403, "account_suspended", TEXTS.account.suspended(reason));
}

/**
 * Requires that this person is not suspended. Call this before opening a session for the person. Throws AppError 403.
 */
export async function refuseSuspended(db: Queryable, userId: string): Promise<void> {
  const reason = await readSuspensionReason(db, userId);
  if (reason !== null) throw createAccountSuspendedError(reason);
}
