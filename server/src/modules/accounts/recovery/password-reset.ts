import { LIMITS, MAIL_TEXTS, type ResetPasswordRequest } from "@stoa/contract";
import { hashPassword } from "../../../platform/crypto/password.ts";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import type { CachedAuthenticator } from "../authenticator.ts";
import { findCredentials, findOwnCredentials, updatePassword } from "../identity-store.ts";
import { endSessions } from "../session-store.ts";
import type { SignInGuard } from "../sign-in-guard.ts";
import { deleteForeignIdentities } from "../social/provider-identity-store.ts";
import type { StartingCredits } from "../starting-credits/starting-credits.ts";
import { createInvalidLinkError, createLink } from "./links.ts";
import type { MailLimit } from "./mail-limit.ts";
import { deleteLinks, findLink, insertLink, takeLink } from "./mailed-link-store.ts";

export interface PasswordResetOptions {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  limit: MailLimit;
  guard: SignInGuard;
  credits: StartingCredits;
  authenticator: CachedAuthenticator;
  /** Throws AppError 400 if the password is too short for this server. */
  requireLength: (password: string) => void;
  onFailure: (error: unknown) => void;
}

/** Sets a new password by means of a link that is sent to the account's email address. */
export class PasswordReset {
  readonly #options: PasswordResetOptions;
  readonly #sendings = new Set<Promise<void>>();

  constructor(options: PasswordResetOptions) {
    this.#options = options;
  }

  /**
   * Mails a link for a new password if an account has the email address. Returns before any lookup, so that neither the
   * reply nor its timing reveals whether there is an account. Throws AppError 429 after too many emails.
   */
  async requestReset(email: string, network: string | undefined): Promise<void> {
    await this.#options.limit.use(email, network);
    const sending = this.#send(email)
      .catch(this.#options.onFailure)
      .finally(() => this.#sendings.delete(sending));
    this.#sendings.add(sending);
  }

  /**
   * Sets the password. The owner of the mailbox takes over the account: all sessions end, linked sign-ins with another
   * email address are unlinked, and all mailed links are deleted. Throws AppError 400 link_invalid, or 400 for a
   * password that is too short.
   */
  async set({ token, password }: ResetPasswordRequest): Promise<void> {
    const { db, mailer, guard, credits, authenticator, requireLength } = this.#options;
    requireLength(password);
    const tokenHash = hashToken(token);
    if (!(await findLink(db, tokenHash, "reset_password"))) throw createInvalidLinkError();
    const passwordHash = await hashPassword(password);
    const owner = await db.transaction().execute(async (tx) => {
      const link = await takeLink(tx, tokenHash, "reset_password");
      const known = link && (await findOwnCredentials(tx, link.userId));
      if (!link || !known?.isActive) throw createInvalidLinkError();
      await updatePassword(tx, known.userId, passwordHash);
      await credits.confirm(tx, known.userId, link.email);
      await deleteForeignIdentities(tx, known.userId, known.email);
      await endSessions(tx, known.userId);
      await deleteLinks(tx, known.userId);
      return known;
    });
    authenticator.forgetUser(owner.userId, "sessions");
    await guard.forgive(owner.email);
    mailer.post({ to: owner.email, ...MAIL_TEXTS.passwordChanged(owner.username) });
  }

  /** Waits for requested emails that have not been passed to the mailer yet. */
  async waitForPending(): Promise<void> {
    await Promise.all(this.#sendings);
  }

  async #send(email: string): Promise<void> {
    const { db, mailer, publicUrl } = this.#options;
    const known = await findCredentials(db, email);
    if (!known?.isActive || isNobodys(known.email)) return;
    const { link, tokenHash } = createLink(publicUrl, "reset-password");
    const { userId } = known;
    await insertLink(db, "reset_password", {
      tokenHash,
      userId,
      email: known.email,
      minutes: LIMITS.resetLinkMinutes,
    });
    mailer.post({ to: known.email, link, ...MAIL_TEXTS.resetPassword(known.username, link) });
  }
}

/**
 * Returns whether an email address belongs to the account of the sample agents. Its mailbox cannot exist (RFC 6761),
 * and nobody signs in to the account.
 */
const isNobodys = (email: string) => email.endsWith(".invalid");
