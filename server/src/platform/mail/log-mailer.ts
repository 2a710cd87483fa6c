import type { Mail, Mailer, MailLog } from "./mailer.ts";

/**
 * Sends nothing. A link is written to the log, so that the operator can pass it on to the recipient. An email without a
 * link is only mentioned, because its content is private.
 */
export class LogMailer implements Mailer {
  readonly sends = false;
  readonly #log: MailLog;

  constructor(log: MailLog) {
    this.#log = log;
  }

  post({ to, subject, link }: Mail): void {
    if (link === undefined) this.#log.info({ to, subject }, "mail not sent: STOA_SMTP_URL is not set");
    else
      this.#log.warn(
        { to, subject, link },
        "MAIL NOT SENT because STOA_SMTP_URL is not set. Set it, or pass the link to the recipient and nobody else",
      );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
