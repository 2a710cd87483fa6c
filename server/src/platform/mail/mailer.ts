/** An email to one person, as plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The link that the person should open, if there is one. Without a mail server, the operator passes it on. */
  readonly link?: string;
}

/**
 * Sends emails. No request waits for an email. An email that cannot be sent is retried, and a final failure is logged.
 */
export interface Mailer {
  /** Whether emails are sent at all. */
  readonly sends: boolean;
  /** Accepts an email and returns immediately. */
  post(mail: Mail): void;
  /** Waits for the emails that are being sent at the moment, but not for later attempts. */
  close(): Promise<void>;
}

/** The log for sent and failed emails. */
export interface MailLog {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}
