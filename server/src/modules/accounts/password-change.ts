import { type ChangePasswordRequest, MAIL_TEXTS, SIGN_IN_TEXTS } from "@stoa/contract";
import { hashPassword } from "../../platform/crypto/password.ts";
import { hashToken } from "../../platform/crypto/tokens.ts";
import type { Database } from "../../platform/db/database.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { CachedAuthenticator } from "./authenticator.ts";
import { findOwnCredentials, replacePassword } from "./identity-store.ts";
import { type RequestOrigin, requireProof } from "./own-account-proof.ts";
import { deleteLinks } from "./recovery/mailed-link-store.ts";
import { endOtherSessions, requireLiveSession } from "./session-store.ts";
import type { SignInGuard } from "./sign-in-guard.ts";

interface PasswordChangeOptions {
  db: Database;
  mailer: Mailer;
  guard: SignInGuard;
  authenticator: CachedAuthenticator;
  /** Throws AppError 400 if the password is too short for this server. */
  requireLength: (password: string, field: string) => void;
}

/** Changes the password of a person who enters the current password, and notifies them by email. */
export class PasswordChange {
  readonly #options: PasswordChangeOptions;

  constructor(options: PasswordChangeOptions) {
    this.#options = options;
  }

  /**
   * Sets a new password, ends all other sessions and invalidates mailed links. In a recent session, an account without
   * a password can set its first one. Throws AppError 400 for a password that is too short, 401 if the session has
   * ended, 403 for a wrong current password, 429 after too many guesses.
   */
  async change(caller: Caller, asked: ChangePasswordRequest, from: RequestOrigin): Promise<void> {
    const { db, mailer, guard, authenticator, requireLength } = this.#options;
    const { userId } = caller;
    requireLength(asked.new_password, "new_password");
    const present = await requireProof(
      { db, guard },
      caller,
      asked.current_password,
      from,
      "current_password",
    );
    const next = await hashPassword(asked.new_password);
    const { sessionToken = "" } = from;
    const owner = await db.transaction().execute(async (tx) => {
      /** Another password was set while this one was being checked. */
      if (!(await replacePassword(tx, userId, present, next)))
        throw new AppError(403, "forbidden", SIGN_IN_TEXTS.wrongPassword);
      await requireLiveSession(tx, sessionToken);
      await endOtherSessions(tx, userId, hashToken(sessionToken));
      await deleteLinks(tx, userId);
      return findOwnCredentials(tx, userId);
    });
    authenticator.forgetUser(userId, "sessions");
    if (owner) mailer.post({ to: owner.email, ...MAIL_TEXTS.passwordChangedInSettings(owner.username) });
  }
}
