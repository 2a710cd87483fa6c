import { createServer, type RequestListener, type Server } from "node:http";

/** How long a client may take to send a request, in milliseconds. */
export interface ServerTimeouts {
  headMs: number;
  requestMs: number;
}

export const DEFAULT_SERVER_TIMEOUTS: ServerTimeouts = {
  /** The client is on the same machine: a head arrives in one piece. */
  headMs: 10_000,
  /** 8 MiB through the sandbox's forwarder take well under a second; the rest is for a loaded machine. */
  requestMs: 30_000,
};
/** Clients keep connections between two model calls while tools run; the run's end closes them all. */
const KEEP_ALIVE_MS = 120_000;
/** A bearer token and a client's usual dozen headers are below 4 KiB. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 64;

/** An HTTP server that listens nowhere: connections are given to it by its "connection" event. */
export function portlessServer({ headMs, requestMs }: ServerTimeouts, listener: RequestListener): Server {
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
  /** node:http watches these timeouts only from its "listening" event on, which a server without a port never has. */
  server.emit("listening");
  return server;
}
