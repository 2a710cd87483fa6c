import { LIMITS, SIGN_IN_TEXTS } from "@stoa/contract";
import { verifyPassword } from "../../platform/crypto/password.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError, invalidField } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { findOwnCredentials } from "./identity-store.ts";
import { isRecentSession } from "./session-store.ts";
import type { SignInGuard } from "./sign-in-guard.ts";

/** The data about a request's sender that the request's body does not contain. */
export interface RequestOrigin {
  /** The client's network, for rate limits. `undefined` means this machine. */
  network: string | undefined;
  sessionToken: string | undefined;
}

/**
 * Requires proof of identity, so that nobody at an unlocked screen can act for the person: the password, or a recent
 * sign-in if the person has no password. Limits guesses as at sign-in. `field` is the request's field that contains the
 * password. Returns the hash of the password that was checked, or null for a person without a password. Throws AppError
 * 400 if the password is missing, 403 for a wrong password or an old session (a 401 would sign the person out), and 429
 * after too many guesses.
 */
export async function requireProof(
  { db, guard }: { db: Database; guard: SignInGuard },
  { userId }: Caller,
  password: string | undefined,
  { network, sessionToken }: RequestOrigin,
  field = "password",
): Promise<string | null> {
  const known = await findOwnCredentials(db, userId);
  if (!known) throw new AppError(403, "forbidden", "This account has been deleted");
  if (known.passwordHash === null) {
    const isFresh =
      sessionToken && (await isRecentSession(db, hashToken(sessionToken), LIMITS.freshSignInMinutes));
    if (!isFresh) throw new AppError(403, "forbidden", SIGN_IN_TEXTS.signInAgain);
    return null;
  }
  if (password === undefined) throw invalidField(field, SIGN_IN_TEXTS.passwordRequired);
  const { email, passwordHash } = known;
  const isCorrect = await guard.attempt({ email, network }, () => verifyPassword(passwordHash, password));
  if (!isCorrect) throw new AppError(403, "forbidden", SIGN_IN_TEXTS.wrongPassword);
  return passwordHash;
}
