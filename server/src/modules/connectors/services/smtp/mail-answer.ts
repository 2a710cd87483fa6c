import { Readable } from "node:stream";
import { type OutboundAnswer, OutboundError } from "../../../../platform/outbound/outbound.ts";

/** The mail server refused the user name or the password. */
export const WRONG_LOGIN = "wrong_login";

/** Returns the result of a mail call in the form of an HTTP response. */
export function mailAnswer(status: number, body: object): OutboundAnswer {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: Readable.from([Buffer.from(JSON.stringify(body))]),
  };
}

const getField = (error: unknown, name: string): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined;

/**
 * Returns the mail server's refusal as an answer.
 * @throws OutboundError if the server did not answer
 */
export function toRefusedAnswer(error: unknown): OutboundAnswer {
  if (error instanceof OutboundError) throw error;
  const code = getField(error, "code");
  const message = error instanceof Error ? error.message : "The mail server failed.";
  if (code === "EAUTH") return mailAnswer(401, { code: WRONG_LOGIN, message });
  if (code === "ETLS" || code === "EREQUIRETLS")
    throw new OutboundError("tls", "The mail server does not support TLS, or its certificate is invalid", {
      cause: error,
    });
  const said = getField(error, "responseCode");
  if (typeof said === "number" || code === "EENVELOPE" || code === "EMESSAGE")
    return mailAnswer(422, { code: "refused", message });
  if (code === "ETIMEDOUT")
    throw new OutboundError("timeout", "The mail server did not respond in time", { cause: error });
  throw new OutboundError("unreachable", "The mail server closed the connection", { cause: error });
}
