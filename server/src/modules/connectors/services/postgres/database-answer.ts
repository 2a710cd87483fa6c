import { Readable } from "node:stream";
import pg from "pg";
import { type OutboundAnswer, OutboundError } from "../../../../platform/outbound/outbound.ts";

/** The database refused the user name or the password. */
export const WRONG_LOGIN = "wrong_login";

/** https://www.postgresql.org/docs/current/errcodes-appendix.html: class 28, invalid authorization. */
const LOGIN_ERROR = /^28/;

/** Returns the result of a database call in the form of an HTTP response. */
export function databaseAnswer(status: number, body: object): OutboundAnswer {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: Readable.from([Buffer.from(JSON.stringify(body))]),
  };
}

/**
 * Returns the database's refusal as an answer.
 * @throws OutboundError if the database did not answer
 */
export function toRefusedAnswer(error: unknown): OutboundAnswer {
  if (error instanceof OutboundError) throw error;
  const message = error instanceof Error ? error.message : "The database failed.";
  if (error instanceof pg.DatabaseError)
    return LOGIN_ERROR.test(error.code ?? "")
      ? databaseAnswer(401, { code: WRONG_LOGIN, message })
      : databaseAnswer(422, { code: error.code ?? "refused", message });
  if (/SSL|certificate|self-signed|altname/i.test(message))
    throw new OutboundError("tls", "The database does not support TLS, or its certificate is invalid", {
      cause: error,
    });
  if (/timeout/i.test(message))
    throw new OutboundError("timeout", "The database did not respond in time", { cause: error });
  throw new OutboundError("unreachable", "The database closed the connection", { cause: error });
}
