import { LIMITS, MAIL_TEXTS, SIGN_IN_TEXTS } from "@stoa/contract";
import type { Database, Tx } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { findUser } from "../identity-store.ts";
import { createLink } from "./links.ts";
import type { MailLimit } from "./mail-limit.ts";
import { insertLink } from "./mailed-link-store.ts";

export interface SignUpConfirmationOptions {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  limit: MailLimit;
}

interface NewPerson {
  userId: string;
  username: string;
  email: string;
}

/** Mails the link with which new people confirm their email address and get their starting credits. */
export class SignUpConfirmation {
  readonly #options: SignUpConfirmationOptions;

  constructor(options: SignUpConfirmationOptions) {
    this.#options = options;
  }

  /** Whether a sign-up has to be confirmed. A server that sends no email cannot require confirmation. */
  get isAsked(): boolean {
    return this.#options.mailer.sends;
  }

  /** Stores a link inside `tx`. Returns a function that mails the link. Call it after `tx` is committed. */
  async prepare(tx: Tx, { userId, username, email }: NewPerson): Promise<() => void> {
    const { mailer, publicUrl } = this.#options;
    const { link, tokenHash } = createLink(publicUrl, "confirm-email");
    await insertLink(tx, "confirm_address", {
      tokenHash,
      userId,
      email,
      minutes: LIMITS.emailLinkMinutes,
    });
    return () => mailer.post({ to: email, link, ...MAIL_TEXTS.confirmSignUp(username, link) });
  }

  /**
   * Mails another link. Earlier links stay valid. Throws AppError 409 if the email address is confirmed, 429 after too
   * many emails.
   */
  async resend({ userId }: Caller, network: string | undefined): Promise<void> {
    const { db, limit } = this.#options;
    const known = await findUser(db, userId);
    if (!known?.awaitsConfirmation) throw new AppError(409, "conflict", SIGN_IN_TEXTS.confirmedAlready);
    await limit.use(known.email, network);
    const send = await db.transaction().execute((tx) => this.prepare(tx, known));
    send();
  }
}
