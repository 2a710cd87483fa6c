/** A mail to one person, as plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** What the person opens, if anything: where no mail is sent the operator passes it on. */
  readonly link?: string;
}

/** The way to people's mailboxes. Nobody waits for it: what cannot be sent is tried again, and then is in the log. */
export interface Mailer {
  /** Whether mails are sent at all. */
  readonly sends: boolean;
  /** Takes a mail and returns at once. */
  post(mail: Mail): void;
  /** Waits for what is being handed over right now, not for tries to come. */
  close(): Promise<void>;
}

/** Where a mailer says what became of mails. */
export interface MailLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
