import type { Mail, Mailer, MailLog } from "./mailer.ts";

/**
 * Sends nothing. A link is written to the log, so that the operator can pass it on to the recipient. A mail without a
 * link is only mentioned, because its content is private.
 */
export class LogMailer implements Mailer {
  readonly sends = false;
  readonly #log: MailLog;

  constructor(log: MailLog) {
    this.#log = log;
  }

  post({ to, subject, link }: Mail): void {
    if (link === undefined) this.#log.info({ to, subject }, "a mail was not sent: STOA_SMTP_URL is not set");
    else
      this.#log.warn(
        { to, subject, link },
        "MAIL FOR A PERSON: this server sends none (STOA_SMTP_URL is not set), pass the link on to them alone",
      );
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
