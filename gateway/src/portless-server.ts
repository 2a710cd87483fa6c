import { createServer, type RequestListener, type Server } from "node:http";

/** How long a client may take to send a request, in milliseconds. */
export interface ServerTimeouts {
  headMs: number;
  requestMs: number;
}

export const DEFAULT_SERVER_TIMEOUTS: ServerTimeouts = {
  /**
   * The time limit for a request's header. The client is on the same machine, so the whole header arrives at once.
   */
  headMs: 10_000,
  /**
   * The time limit for a whole request. 8 MiB take well under a second through the sandbox's forwarder; the
   * rest allows for a loaded machine.
   */
  requestMs: 30_000,
};
/** Clients keep connections open between model calls while tools run. They are all closed when the run ends. */
const KEEP_ALIVE_MS = 120_000;
/** A bearer token and a client's usual dozen headers need less than 4 KiB. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 64;

/** Creates an HTTP server that does not listen: its "connection" event receives each connection. */
export function createPortlessServer(
  { headMs, requestMs }: ServerTimeouts,
  listener: RequestListener,
): Server {
  const server = createServer(
    {
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: Math.min(5_000, headMs),
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      noDelay: true,
    },
    listener,
  );
  server.maxHeadersCount = MAX_HEADERS;
  /** node:http checks these timeouts only after its "listening" event, which a server without a port never emits. */
  server.emit("listening");
  return server;
}
