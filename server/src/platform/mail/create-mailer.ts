import { LogMailer } from "./log-mailer.ts";
import type { Mailer, MailLog } from "./mailer.ts";
import { SmtpMailer, type SmtpSettings } from "./smtp-mailer.ts";

/** Returns a mailer that sends through the operator's mail server or, if there is none, a mailer that only logs. */
export function createMailer(smtp: SmtpSettings | undefined, log: MailLog): Mailer {
  return smtp ? new SmtpMailer(smtp, log) : new LogMailer(log);
}
