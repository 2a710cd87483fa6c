import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TRAFFIC_SPENT, type Traffic } from "../../../platform/outbound/traffic.ts";

/** As long as a workflow waits for an answer. A model that does not stream is silent for minutes. */
const IDLE_MS = 300_000;

/** The two ends of a connection, and how much it may still move. */
interface Ends {
  client: Duplex;
  server: Socket;
  /** The client's first bytes, once they may be sent. */
  greeting: Promise<Buffer>;
  traffic: Traffic;
}

/** The bytes of a connection. */
export interface Moved {
  sent: number;
  received: number;
}

/**
 * Carries bytes in both directions at the speed of the slower end. Each side may end first and still read.
 * @returns why we ended the connection; undefined if one of the ends did
 * @throws ConnectionRefusal if `greeting` does
 */
export function carry(
  { client, server, greeting, traffic }: Ends,
  moved: Moved,
): Promise<string | undefined> {
  let reason: string | undefined;
  const stop = (why: string | undefined) => {
    reason ??= why;
    client.destroy();
    server.destroy();
  };
  const count = (direction: keyof Moved) => (chunk: Buffer) => {
    moved[direction] += chunk.length;
    if (!traffic.add(chunk.length)) stop(TRAFFIC_SPENT);
  };
  server.setTimeout(IDLE_MS, () => stop("The connection was idle for too long."));
  server.on("data", count("received")).pipe(client);
  return new Promise((resolve, reject) => {
    greeting.then((data) => {
      if (data.length > 0) client.unshift(data);
      client.on("data", count("sent")).pipe(server);
    }, reject);
    server.once("error", () => stop(undefined));
    client.once("error", () => stop(undefined));
    client.once("close", () => stop(undefined));
    server.once("close", () => {
      // What the host has sent before it closed is still on its way to the client.
      if (!client.writableEnded) client.end();
      resolve(reason);
    });
    if (client.destroyed || server.destroyed) stop(undefined);
    if (server.closed) resolve(reason);
  });
}
