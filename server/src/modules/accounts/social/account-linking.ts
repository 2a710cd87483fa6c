import { type LinkedSignIns, MAIL_TEXTS, SIGN_IN_TEXTS, type SignInProvider } from "@stoa/contract";
import { verifyPassword } from "../../../platform/crypto/password.ts";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { Database } from "../../../platform/db/database.ts";
import { getUniqueViolation } from "../../../platform/db/errors.ts";
import { AppError, notFound, unauthorized } from "../../../platform/http/app-error.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { type CredentialsRow, findOwnCredentials, lockUnchangedPassword } from "../identity-store.ts";
import { openSession, type Session } from "../open-session.ts";
import type { SignInGuard } from "../sign-in-guard.ts";
import { deleteIdentity, putIdentity, readIdentities } from "./provider-identity-store.ts";
import { deleteSignIn, findVerifiedPerson, type VerifiedPerson } from "./sign-in-store.ts";
import { createSignInFailedError } from "./social-sign-in.ts";

export interface AccountLinkingOptions {
  db: Database;
  guard: SignInGuard;
  mailer: Mailer;
}

/**
 * Links a provider's sign-in to the account with the same email address, but only with that account's password: the
 * person who created the account may have typed an address that is not theirs, and the owner of the address may not
 * have created the account.
 */
export class AccountLinking {
  readonly #options: AccountLinkingOptions;

  constructor(options: AccountLinkingOptions) {
    this.#options = options;
  }

  /** Throws AppError 400 sign_in_failed if the sign-in has expired, 401 for a wrong password, 429 after too many. */
  async link(
    browserToken: string | undefined,
    password: string,
    network: string | undefined,
  ): Promise<Session> {
    const { db, guard, mailer } = this.#options;
    const browserHash = browserToken === undefined ? undefined : hashToken(browserToken);
    const proven = browserHash && (await findVerifiedPerson(db, browserHash));
    const owner = proven && (await findOwnCredentials(db, proven.userId));
    if (!browserHash || !proven || !owner?.isActive || !isStillTheirs(owner, proven))
      throw createSignInFailedError(SIGN_IN_TEXTS.linkFailed);
    const from = { email: owner.email, network };
    const isCorrect = await guard.attempt(from, () => verifyPassword(owner.passwordHash, password));
    if (!isCorrect) throw unauthorized(SIGN_IN_TEXTS.wrongPassword);
    const session = await this.#open(browserHash, proven, owner);
    mailer.post({ to: owner.email, ...MAIL_TEXTS.providerLinked(owner.username, proven.provider) });
    return session;
  }

  /** Lists the ways to sign in that a person has in addition to their password. */
  async linkedWith(userId: string): Promise<LinkedSignIns> {
    const rows = await readIdentities(this.#options.db, userId);
    return {
      sign_ins: rows.map(({ provider, email, created_at, last_used_at }) => ({
        provider,
        email,
        linked_at: created_at.toISOString(),
        last_used_at: last_used_at.toISOString(),
      })),
    };
  }

  /** Unlinks a provider. Throws AppError 404 if it is not linked, and 409 if it is the person's only way to sign in. */
  async unlink(userId: string, provider: SignInProvider): Promise<void> {
    const { db } = this.#options;
    if (await deleteIdentity(db, userId, provider)) return;
    const linked = await readIdentities(db, userId);
    if (!linked.some((one) => one.provider === provider)) throw notFound("Linked sign-in");
    throw new AppError(409, "conflict", SIGN_IN_TEXTS.onlyWayIn(provider));
  }

  async #open(
    browserHash: Buffer,
    proven: VerifiedPerson,
    { userId, passwordHash }: CredentialsRow,
  ): Promise<Session> {
    try {
      return await this.#options.db.transaction().execute(async (tx) => {
        const unchanged = await lockUnchangedPassword(tx, userId, passwordHash);
        if (!unchanged || !isStillTheirs(unchanged, proven) || !(await deleteSignIn(tx, browserHash)))
          throw createSignInFailedError(SIGN_IN_TEXTS.linkFailed);
        await putIdentity(tx, proven);
        return openSession(tx, userId);
      });
    } catch (error) {
      /** In the meantime, this person has created another account or linked the provider to one. */
      if (getUniqueViolation(error) !== undefined)
        throw createSignInFailedError(SIGN_IN_TEXTS.linkFailed, error);
      throw error;
    }
  }
}

/** Returns whether the account still has this email address, which may have changed in the meantime. */
function isStillTheirs({ email }: { email: string }, proven: VerifiedPerson): boolean {
  return email.toLowerCase() === proven.email.toLowerCase();
}
