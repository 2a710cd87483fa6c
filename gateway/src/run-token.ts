import { timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { GatewaySession } from "./gateway.ts";
import { GatewayError } from "./openai-error.ts";

/** The message for a wrong token. Usually the agent's file still contains the placeholder key of an example. */
const NOT_THE_TOKEN =
  "The API key is not the token of this run. An agent does not need a key: remove api_key from the file.";

/**
 * Returns the session of a connection if the request contains its run's token.
 * @throws GatewayError 401 otherwise.
 */
export function requireSession(
  request: IncomingMessage,
  session: GatewaySession | undefined,
): GatewaySession {
  const apiKey = request.headers["x-api-key"];
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? "")?.[1];
  /** Anthropic's clients send the token in a different header. */
  const token = bearer ?? (typeof apiKey === "string" ? apiKey : undefined);
  if (session !== undefined && token !== undefined && isSameSecret(token, session.runToken)) return session;
  throw new GatewayError(NOT_THE_TOKEN, {
    status: 401,
    type: "authentication_error",
    code: "invalid_api_key",
  });
}

function isSameSecret(received: string, expected: string): boolean {
  const [left, right] = [Buffer.from(received), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
