import { SIGN_IN_TEXTS } from "@stoa/contract";
import type pg from "pg";
import { hashToken } from "../../../platform/crypto/tokens.ts";
import { consume, createLimiter } from "../../../platform/rate-limit/rate-limiter.ts";

const HOUR_SECONDS = 3600;
/** A person asks again once or twice when a mail is slow; nobody's mailbox shall be filled by strangers. */
const MAILS_PER_MAILBOX = 5;
/** An office shares an address. A client that goes through a list of mailboxes is stopped. */
const MAILS_PER_NETWORK = 30;

/** How often strangers may make us write to a mailbox, over all nodes. */
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

  /** The same for a mailbox that has an account and for one that has none. @throws AppError 429. */
  async use(email: string, network: string | undefined): Promise<void> {
    if (network !== undefined) await consume(this.#networks, network, SIGN_IN_TEXTS.tooManyMails);
    const mailbox = hashToken(email.toLowerCase()).toString("base64url");
    await consume(this.#mailboxes, mailbox, SIGN_IN_TEXTS.tooManyMails);
  }
}
