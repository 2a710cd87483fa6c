import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { TRAFFIC_SPENT, type Traffic } from "../../../platform/outbound/traffic.ts";

/**
 * How long a connection may be silent: as long as a workflow waits for an answer. A model that does not stream can
 * be silent for minutes.
 */
const IDLE_MS = 300_000;

/** The two ends of a connection, and the traffic of its run. */
interface Ends {
  client: Duplex;
  server: Socket;
  /** The client's first bytes. Resolves once they may be sent. */
  greeting: Promise<Buffer>;
  traffic: Traffic;
}

/** The bytes that a connection has carried in each direction. */
export interface Moved {
  sent: number;
  received: number;
}

/**
 * Carries bytes in both directions at the speed of the slower end. Each side may stop sending and still receive.
 * @returns why we ended the connection; undefined if one of the ends closed it
 * @throws the error with which `greeting` rejects
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
      // The last bytes of the host are still on their way to the client.
      if (!client.writableEnded) client.end();
      resolve(reason);
    });
    if (client.destroyed || server.destroyed) stop(undefined);
    if (server.closed) resolve(reason);
  });
}
