import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** 72 bits tell the processes of a fleet and of a year apart. */
const PROCESS = randomBytes(9).toString("hex");
let last = 0;

/** Names of proxies are UUIDs or as long; what else the header holds has no place in a log. */
const TAKEN_OVER = /^[A-Za-z0-9._:-]{8,128}$/;

/** A name for one request: this process's, and a count. Much cheaper than a UUID, and as unlikely to meet another. */
export function newRequestId(): string {
  last += 1;
  return `req_${PROCESS}${last.toString(16).padStart(14, "0")}`;
}

/** Keeps the name that a proxy gave the request in `X-Request-Id`, so that its log and ours are one. */
export function requestIdsOfProxy(
  isProxy: (peer: string | undefined) => boolean,
): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const given = headers["x-request-id"];
    const isGood = typeof given === "string" && TAKEN_OVER.test(given) && isProxy(socket.remoteAddress);
    return isGood ? given : newRequestId();
  };
}
