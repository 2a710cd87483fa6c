import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { callbackify } from "node:util";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { TlsIdentity } from "./tls-authority.ts";

export interface ReceivedMail {
  to: string;
  /** The header, with its folded lines unfolded. */
  head: string;
  text: string;
  /** Whether the email arrived over TLS. */
  encrypted: boolean;
  user: string | undefined;
}

interface MailServerOptions {
  /** The certificate for STARTTLS. If undefined, the server does not offer STARTTLS. */
  identity?: TlsIdentity;
  /** The credentials that clients must send. If undefined, none are required. */
  login?: { user: string; password: string };
  /** The refusals for the first emails, one for each. All further emails are accepted. */
  refusals?: { code: number; text: string }[];
}

/** A mail server over real sockets that stores what it receives. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** The number of emails that clients tried to send, including refused emails. */
  tries = 0;
  readonly #server: SMTPServer;
  #waiting: (() => void)[] = [];

  private constructor({ identity, login, refusals = [] }: MailServerOptions) {
    this.#server = new SMTPServer({
      ...(identity && { key: identity.key, cert: identity.cert }),
      disabledCommands: [...(identity ? [] : ["STARTTLS"]), ...(login ? [] : ["AUTH"])],
      authOptional: login === undefined,
      logger: false,
      onAuth: ({ username, password }, _session, done) => {
        const isGood = username === login?.user && password === login?.password;
        done(isGood ? null : new Error("wrong"), isGood ? { user: username } : undefined);
      },
      onData: callbackify((stream: SMTPServerDataStream, session: SMTPServerSession) =>
        this.#receive(stream, session, refusals.shift()),
      ),
    });
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const mails = new MailServer(options);
    mails.#server.on("error", () => undefined);
    await new Promise<void>((resolve) => mails.#server.listen(0, "127.0.0.1", resolve));
    return mails;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** Removes and returns the first email to this recipient whose subject or text contains the excerpt. */
  async take(to: string, excerpt: string): Promise<ReceivedMail> {
    for (;;) {
      const at = this.mails.findIndex(
        (mail) => mail.to.toLowerCase() === to.toLowerCase() && (mail.head + mail.text).includes(excerpt),
      );
      const [mail] = at < 0 ? [] : this.mails.splice(at, 1);
      if (mail) return mail;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async #receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    refusal: { code: number; text: string } | undefined,
  ): Promise<void> {
    const content = await text(stream);
    this.tries += 1;
    if (refusal) throw Object.assign(new Error(refusal.text), { responseCode: refusal.code });
    this.mails.push({
      ...readMail(content),
      to: session.envelope.rcptTo.map(({ address }) => address).join(","),
      encrypted: session.secure,
      user: session.user ? String(session.user) : undefined,
    });
    for (const wake of this.#waiting.splice(0)) wake();
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** Returns the link in an email, and the token in the link. */
export function findLink(mail: ReceivedMail): { url: string; token: string } {
  const url = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? "";
  return { url, token: url.split("#")[1] ?? "" };
}

function readMail(content: string): { head: string; text: string } {
  const end = content.indexOf("\r\n\r\n");
  const head = content.slice(0, end).replace(/\r\n[ \t]+/g, " ");
  const body = content.slice(end + 4);
  const isQuoted = /^content-transfer-encoding: quoted-printable$/im.test(head);
  return { head, text: isQuoted ? decodeQuotedPrintable(body) : body };
}

/** Decodes quoted-printable text (RFC 2045, 6.7). */
function decodeQuotedPrintable(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
