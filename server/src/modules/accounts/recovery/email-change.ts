import { LIMITS, MAIL_TEXTS, type UpdateMeRequest } from "@stoa/contract";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Caller } from "../../../platform/http/caller.ts";
import type { Mailer } from "../../../platform/mail/mailer.ts";
import { createEmailTakenError, translateDuplicates } from "../duplicates.ts";
import { type CredentialsRow, findCredentials, findOwnCredentials, updateEmail } from "../identity-store.ts";
import { type RequestOrigin, requireProof } from "../own-account-proof.ts";
import { requireLiveSession } from "../session-store.ts";
import type { SignInGuard } from "../sign-in-guard.ts";
import type { StartingCredits } from "../starting-credits/starting-credits.ts";
import { createInvalidLinkError, createLink } from "./links.ts";
import type { MailLimit } from "./mail-limit.ts";
import {
  deleteLinks,
  deleteLinksFor,
  findLink,
  findPurpose,
  putChangeLink,
  takeLink,
} from "./mailed-link-store.ts";

export interface EmailChangeOptions {
  db: Database;
  mailer: Mailer;
  publicUrl: string;
  limit: MailLimit;
  credits: StartingCredits;
  guard: SignInGuard;
}

export interface ConfirmedAddress {
  email: string;
  /** The starting credits that the confirmation granted, in nano-USD. */
  credits: bigint;
}

/**
 * Moves an account to another email address once the link that was mailed to the new mailbox is opened. Until then, all
 * other emails go to the old mailbox.
 */
export class EmailChange {
  readonly #options: EmailChangeOptions;

  constructor(options: EmailChangeOptions) {
    this.#options = options;
  }

  /**
   * Requests another email address. This requires the password, because the owner of the new mailbox can reset the
   * password. Requesting the current address cancels an earlier request and needs no password. A server that sends no
   * email changes the address immediately. Throws AppError 400 if the password is missing, 401 if the session has
   * ended, 403 for a wrong password, 409 email_taken, 429 after too many guesses or emails.
   */
  async requestChange(
    caller: Caller,
    { email, password }: UpdateMeRequest,
    from: RequestOrigin,
  ): Promise<void> {
    const { db, mailer, limit, guard } = this.#options;
    const { userId } = caller;
    const { network, sessionToken } = from;
    const known = await findOwnCredentials(db, userId);
    if (!known) return;
    const isSameMailbox = known.email.toLowerCase() === email.toLowerCase();
    if (!isSameMailbox) await requireProof({ db, guard }, caller, password, from);
    if (isSameMailbox || !mailer.sends) {
      await translateDuplicates(db, email, () => this.#change(userId, email, sessionToken));
      return;
    }
    if (await findCredentials(db, email)) throw createEmailTakenError();
    await limit.use(email, network);
    await this.#sendLink(known, email, sessionToken);
  }

  /**
   * Confirms the email address that a link was mailed to: the address of a sign-up, or a new address, which replaces
   * the account's current address. Throws AppError 400 link_invalid, 409 email_taken.
   */
  async confirm(token: string): Promise<ConfirmedAddress> {
    const tokenHash = hashToken(token);
    const purpose = await findPurpose(this.#options.db, tokenHash, ["confirm_address", "change_email"]);
    if (purpose === undefined) throw createInvalidLinkError();
    return purpose === "confirm_address" ? this.#confirmSignUp(tokenHash) : this.#confirmChange(tokenHash);
  }

  async #confirmSignUp(tokenHash: Buffer): Promise<ConfirmedAddress> {
    const { db, credits } = this.#options;
    return db.transaction().execute(async (tx) => {
      const link = await takeLink(tx, tokenHash, "confirm_address");
      const known = link && (await findOwnCredentials(tx, link.userId));
      if (!link || !known?.isActive) throw createInvalidLinkError();
      const given = await credits.confirm(tx, link.userId, link.email);
      await deleteLinksFor(tx, link.userId, "confirm_address");
      return { email: known.email, credits: given };
    });
  }

  async #confirmChange(tokenHash: Buffer): Promise<ConfirmedAddress> {
    const { db, mailer, credits } = this.#options;
    const pendingLink = await findLink(db, tokenHash, "change_email");
    const before = pendingLink && (await findOwnCredentials(db, pendingLink.userId));
    if (!pendingLink || !before?.isActive) throw createInvalidLinkError();
    const confirmed = await translateDuplicates(db, pendingLink.email, () =>
      db.transaction().execute(async (tx) => {
        const link = await takeLink(tx, tokenHash, "change_email");
        if (!link) throw createInvalidLinkError();
        await updateEmail(tx, link.userId, link.email);
        await deleteLinks(tx, link.userId);
        return { email: link.email, credits: await credits.confirm(tx, link.userId, link.email) };
      }),
    );
    mailer.post({ to: before.email, ...MAIL_TEXTS.emailChanged(before.username, confirmed.email) });
    return confirmed;
  }

  /**
   * Changes the email address and deletes all links, because anyone who reads the old mailbox could use its links to
   * enter the account.
   */
  async #change(userId: string, email: string, sessionToken: string | undefined): Promise<void> {
    await this.#options.db.transaction().execute(async (tx) => {
      await updateEmail(tx, userId, email);
      await requireLiveSession(tx, sessionToken);
      await deleteLinks(tx, userId);
    });
  }

  async #sendLink(
    { userId, username, email: present }: CredentialsRow,
    email: string,
    sessionToken: string | undefined,
  ): Promise<void> {
    const { db, mailer, publicUrl } = this.#options;
    const { link, tokenHash } = createLink(publicUrl, "confirm-email");
    await db.transaction().execute(async (tx) => {
      await requireLiveSession(tx, sessionToken);
      await putChangeLink(tx, { tokenHash, userId, email, minutes: LIMITS.emailLinkMinutes });
    });
    mailer.post({ to: email, link, ...MAIL_TEXTS.confirmEmail(username, link) });
    mailer.post({ to: present, ...MAIL_TEXTS.emailChangeAsked(username, email) });
  }
}
