import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** The id of this process. Its 72 bits distinguish all processes that a fleet starts in a year. */
const PROCESS = randomBytes(9).toString("hex");
let last = 0;

/**
 * Matches the ids that are accepted from a proxy. Proxies use UUIDs or ids of similar length; any other header
 * value does not belong in a log.
 */
const TAKEN_OVER = /^[A-Za-z0-9._:-]{8,128}$/;

/**
 * Returns an id for one request: the id of this process and a counter. It costs much less than a UUID, and a
 * collision is just as unlikely.
 */
export function generateRequestId(): string {
  last += 1;
  return `req_${PROCESS}${last.toString(16).padStart(14, "0")}`;
}

/** Uses the `X-Request-Id` of a trusted proxy as the request id, so that its log and ours can be matched. */
export function requestIdsOfProxy(
  isProxy: (peer: string | undefined) => boolean,
): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers["x-request-id"];
    const isGood = typeof given === "string" && TAKEN_OVER.test(given) && isProxy(socket.remoteAddress);
    return isGood ? given : generateRequestId();
  };
}
