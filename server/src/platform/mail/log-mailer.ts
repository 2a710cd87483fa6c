import type { Mail, Mailer, MailLog } from "./mailer.ts";

/**
 * Sends nothing: a link goes to the log, for the operator to pass on to whom it is for. What has no link is for the
 * mailbox alone and only noted.
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
