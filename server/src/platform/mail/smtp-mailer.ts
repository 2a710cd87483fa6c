import { setTimeout as delay } from "node:timers/promises";
import { rootCertificates } from "node:tls";
import { createTransport } from "nodemailer";
import type { Mail, Mailer, MailLog } from "./mailer.ts";

export interface SmtpSettings {
  /** `smtps://` is encrypted from the start; `smtp://` switches to encryption as soon as the server offers it. */
  url: string;
  from: string;
  /** A certificate authority to trust in addition to the usual authorities, as PEM. */
  ca?: string | undefined;
  /** The delay after each failure, in milliseconds. After the last failure the email is dropped. */
  retryAfterMs?: readonly number[] | undefined;
}

/**
 * The delays before each retry of an email. A server that restarts is back within seconds; a server that uses
 * greylisting accepts an email within five minutes.
 */
const RETRY_AFTER_MS = [5_000, 60_000, 330_000] as const;
/**
 * The time limit of each step of a connection. Servers reply within a second or two; the five minutes of RFC 5321
 * are for queues without time pressure.
 */
const STEP_MS = 20_000;
/** The number of connections to the mail server; some servers treat more as spam. */
const CONNECTIONS = 3;
/**
 * How long a stop waits for emails. A mail server that hangs must not delay the stop: load balancers end the process a
 * few seconds after its runs have drained.
 */
const CLOSE_MS = 3_000;
/**
 * The maximum number of emails in memory, about 2 kB each. If the mail server is down for a long time, newer emails are
 * lost.
 */
const WAITING_MAX = 1_000;

/**
 * Sends through the operator's mail server. Emails wait only in memory, because a link must not be stored where others
 * can read it.
 */
export class SmtpMailer implements Mailer {
  readonly sends = true;
  readonly #transport;
  readonly #from: string;
  readonly #retryAfterMs: readonly number[];
  readonly #log: MailLog;
  readonly #waiting = new Set<NodeJS.Timeout>();
  readonly #sending = new Set<Promise<void>>();
  #closing = false;

  constructor({ url, from, ca, retryAfterMs = RETRY_AFTER_MS }: SmtpSettings, log: MailLog) {
    this.#transport = createTransport({
      ...toConnectionOptions(new URL(url)),
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: STEP_MS,
      greetingTimeout: STEP_MS,
      socketTimeout: STEP_MS,
      dnsTimeout: STEP_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...(ca !== undefined && { tls: { ca: [...rootCertificates, ca] } }),
    });
    this.#from = from;
    this.#retryAfterMs = retryAfterMs;
    this.#log = log;
  }

  post(mail: Mail): void {
    if (this.#waiting.size + this.#sending.size < WAITING_MAX) this.#try(mail, 0);
    else
      this.#log.error(
        { subject: mail.subject },
        "email dropped: too many emails are waiting for the mail server",
      );
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const timer of this.#waiting) clearTimeout(timer);
    if (this.#waiting.size > 0)
      this.#log.warn({ mails: this.#waiting.size }, "emails dropped: the server is stopping");
    this.#waiting.clear();
    await Promise.race([Promise.all(this.#sending), delay(CLOSE_MS, undefined, { ref: false })]);
    this.#transport.close();
  }

  #try(mail: Mail, failures: number): void {
    const { to, subject, text } = mail;
    const sent = this.#transport
      .sendMail({ from: this.#from, to: { name: "", address: to }, subject, text, headers: AUTOMATIC })
      .then(
        () => this.#log.info({ subject }, "mail sent"),
        (err: unknown) => this.#handleFailure(mail, failures, err),
      )
      .finally(() => this.#sending.delete(sent));
    this.#sending.add(sent);
  }

  #handleFailure(mail: Mail, failures: number, err: unknown): void {
    const waitMs = this.#closing || isFinal(err) ? undefined : this.#retryAfterMs[failures];
    const facts = { err, subject: mail.subject, failures: failures + 1 };
    if (waitMs === undefined) {
      this.#log.error(facts, "mail dropped after the last attempt");
      return;
    }
    this.#log.warn(facts, "failed to send mail; will retry");
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.#try(mail, failures + 1);
    }, waitMs);
    timer.unref();
    this.#waiting.add(timer);
  }
}

/** Marks the email as automatic (RFC 3834), so that no out-of-office reply is sent to it. */
const AUTOMATIC = { "auto-submitted": "auto-generated" };

/**
 * Returns the connection options. A user name and password are never sent unencrypted: with them, every server must
 * encrypt, including one on this machine. Without them, a connection on this machine needs no encryption, and local
 * certificates are rarely valid.
 */
function toConnectionOptions({ protocol, hostname, port, username, password }: URL) {
  const host = hostname.replace(/^\[|\]$/g, "");
  const isHere = ["localhost", "127.0.0.1", "::1"].includes(host);
  return {
    host,
    ...(port !== "" && { port: Number(port) }),
    secure: protocol === "smtps:",
    ...(username === ""
      ? { ignoreTLS: isHere }
      : {
          requireTLS: true,
          auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
        }),
  };
}

/** Returns whether a reply is final. 5xx means that the server will never accept this email (RFC 5321, 4.2.1). */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && "responseCode" in error ? Number(error.responseCode) : 0;
  return code >= 500;
}
