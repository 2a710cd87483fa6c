import { LIMITS, MAIL_WORDS, TEXTS } from "@stoa/contract";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { Database, Tx } from "../../../platform/db/database.ts";
import { unauthorized } from "../../../platform/http/app-error.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { emailTaken, refusingDuplicates } from "../duplicates.ts";
import { type CredentialsRow, findCredentials, findOwnCredentials, updateEmail } from "../identity-store.ts";
import type { AskedFrom } from "../leaving/own-account-proof.ts";
import { lockLiveSession } from "../session-store.ts";
import { linkInvalid, newLink } from "./links.ts";
import type { MailLimit } from "./mail-limit.ts";
import { deleteLinks, findLink, putChangeLink, takeLink } from "./mailed-link-store.ts";

export interface EmailChangeOptions {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  limit: MailLimit;
}

/** Moving an account to another address: where mail is sent, once the link in the new mailbox is opened. */
export class EmailChange {
  readonly #options: EmailChangeOptions;

  constructor(options: EmailChangeOptions) {
    this.#options = options;
  }

  /** One's present address takes an earlier wish back. @throws AppError 401, 409 email_taken, 429. */
  async ask({ userId }: Caller, email: string, { network, sessionToken }: AskedFrom): Promise<void> {
    const { db, mailer, limit } = this.#options;
    const known = await findOwnCredentials(db, userId);
    if (!known) return;
    const isSameMailbox = known.email.toLowerCase() === email.toLowerCase();
    if (isSameMailbox || !mailer.sends) {
      await refusingDuplicates(db, email, () => this.#change(userId, email, sessionToken));
      return;
    }
    if (await findCredentials(db, email)) throw emailTaken();
    await limit.use(email, network);
    await this.#sendLink(known, email, sessionToken);
  }

  /** @returns the address that is the account's from now on. @throws AppError 400 link_invalid, 409 email_taken. */
  async confirm(token: string): Promise<string> {
    const { db, mailer } = this.#options;
    const tokenHash = hashToken(token);
    const wish = await findLink(db, tokenHash, "change_email");
    const before = wish && (await findOwnCredentials(db, wish.userId));
    if (!wish || !before?.isActive) throw linkInvalid();
    const email = await refusingDuplicates(db, wish.email, () =>
      db.transaction().execute(async (tx) => {
        const link = await takeLink(tx, tokenHash, "change_email");
        if (!link) throw linkInvalid();
        await updateEmail(tx, link.userId, link.email);
        await deleteLinks(tx, link.userId);
        return link.email;
      }),
    );
    mailer.post({ to: before.email, ...MAIL_WORDS.emailChanged(before.username, email) });
    return email;
  }

  /** Links that were sent to the address before would open the account to whoever reads that mailbox. */
  async #change(userId: string, email: string, sessionToken: string | undefined): Promise<void> {
    await this.#options.db.transaction().execute(async (tx) => {
      await updateEmail(tx, userId, email);
      await requireLive(tx, sessionToken);
      await deleteLinks(tx, userId);
    });
  }

  async #sendLink(
    { userId, username, email: present }: CredentialsRow,
    email: string,
    sessionToken: string | undefined,
  ): Promise<void> {
    const { db, mailer, publicUrl } = this.#options;
    const { link, tokenHash } = newLink(publicUrl, "confirm-email");
    await db.transaction().execute(async (tx) => {
      await requireLive(tx, sessionToken);
      await putChangeLink(tx, { tokenHash, userId, email, minutes: LIMITS.emailLinkMinutes });
    });
    mailer.post({ to: email, link, ...MAIL_WORDS.confirmEmail(username, link) });
    mailer.post({ to: present, ...MAIL_WORDS.emailChangeAsked(username, email) });
  }
}

/**
 * A session that another node has ended is known here for seconds more (reading 22). It may be what a new password was
 * set against, so it moves no account. @throws AppError 401.
 */
async function requireLive(tx: Tx, sessionToken: string | undefined): Promise<void> {
  if (sessionToken === undefined || !(await lockLiveSession(tx, hashToken(sessionToken))))
    throw unauthorized(TEXTS.account.unauthorized);
}
