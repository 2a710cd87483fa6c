import { createTransport, type Transporter } from "nodemailer";
import type { OutboundAnswer } from "../../../../platform/outbound/outbound.ts";
import type { ForeignCall } from "../../service-definition.ts";
import { getConfigured } from "../configured.ts";
import { mailAnswer, toRefusedAnswer } from "./mail-answer.ts";
import { type MailRequest, readMail } from "./mail-request.ts";

/**
 * The time limit of each step. Mail servers answer within a second or two, or within ten if they scan an email
 * first.
 */
const STEP_MS = 20_000;
const CONNECT_MS = 10_000;
/** The connection to this port is encrypted from the start. */
const ENCRYPTED_PORT = 465;

/** Signs in to a mail server over a guarded connection that is always encrypted. */
async function signInToMailServer({ outbound, secrets, signal }: ForeignCall): Promise<Transporter> {
  const { credential, config } = secrets;
  const host = getConfigured(config, "host");
  const port = Number(getConfigured(config, "port"));
  const connection = await outbound.connect({ host, port, connectMs: CONNECT_MS, signal });
  const { authorities } = outbound;
  return createTransport({
    connection,
    host,
    port,
    secure: port === ENCRYPTED_PORT,
    requireTLS: true,
    auth: { user: getConfigured(config, "user"), pass: credential },
    greetingTimeout: STEP_MS,
    socketTimeout: STEP_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { servername: host, ...(authorities && { ca: [...authorities] }) },
  });
}

const toMessage = ({ attachments = [], ...mail }: MailRequest) => ({
  ...mail,
  attachments: attachments.map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content, "base64"),
  })),
});

/** Calls a mail server in the form of HTTP. @throws OutboundError if the server does not answer */
export async function callMailServer(call: ForeignCall): Promise<OutboundAnswer> {
  const { method, path, body } = call;
  const isTest = method === "GET" && path === "/connection";
  if (!isTest && !(method === "POST" && path === "/messages"))
    return mailAnswer(404, { message: "Use POST /messages or GET /connection to call the mail server." });
  const read = isTest ? undefined : readMail(body);
  if (read && "problem" in read) return mailAnswer(400, { message: read.problem });
  try {
    const transport = await signInToMailServer(call);
    try {
      if (read) return mailAnswer(200, await transport.sendMail(toMessage(read.mail)));
      await transport.verify();
      return mailAnswer(200, { ok: true });
    } finally {
      transport.close();
    }
  } catch (error) {
    return toRefusedAnswer(error);
  }
}
