import { SIGN_IN_TEXTS } from "@stoa/contract";
import type pg from "pg";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import { consume, createLimiter } from "../../../platform/rate-limit/rate-limiter.ts";

const HOUR_SECONDS = 3600;
/** A person retries once or twice when an email is slow. The limit keeps others from filling the mailbox. */
const MAILS_PER_MAILBOX = 5;
/** People in one office share an IP address. The limit stops a client that tries a list of mailboxes. */
const MAILS_PER_NETWORK = 30;

/** Limits how many emails one mailbox receives per hour and how many one network may request, across all nodes. */
export class MailLimit {
  readonly #mailboxes;
  readonly #networks;

  constructor(pool: pg.Pool) {
    this.#mailboxes = createLimiter(pool, {
      name: "mails",
      points: MAILS_PER_MAILBOX,
      durationSeconds: HOUR_SECONDS,
    });
    this.#networks = createLimiter(pool, {
      name: "mails_asked",
      points: MAILS_PER_NETWORK,
      durationSeconds: HOUR_SECONDS,
    });
  }

  /**
   * Counts an email. Mailboxes with and without an account are treated the same. Throws AppError 429 if a limit is
   * reached.
   */
  async use(email: string, network: string | undefined): Promise<void> {
    if (network !== undefined) await consume(this.#networks, network, SIGN_IN_TEXTS.tooManyMails);
    const mailbox = hashToken(email.toLowerCase()).toString("base64url");
    await consume(this.#mailboxes, mailbox, SIGN_IN_TEXTS.tooManyMails);
  }
}
