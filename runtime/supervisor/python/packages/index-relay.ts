import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { openGatewaySocket } from "../gateway-socket.ts";

/** An index that sends nothing for this long is down. */
const SILENCE_MS = 60_000;

interface IndexRelayOptions {
  /** The path of the Unix socket. */
  path: string;
  /** The user that may connect; this process's user if undefined. */
  ownerUid: number | undefined;
  /** The only destinations, as `host:port`. */
  hosts: ReadonlySet<string>;
  /** The most bytes that may arrive over all connections. */
  maxBytes: number;
}

interface IndexRelay {
  readonly path: string;
  /** The destinations that were refused. */
  readonly refused: ReadonlySet<string>;
  /** Whether a connection was closed because more bytes arrived than allowed. */
  readonly isExhausted: boolean;
  close(): void;
}

/**
 * Opens an HTTP proxy on a Unix socket that leads to the package index and nowhere else. The processes behind it have no
 * other way out, and resolve no names.
 */
export async function openIndexRelay({
  path,
  ownerUid,
  hosts,
  maxBytes,
}: IndexRelayOptions): Promise<IndexRelay> {
  const refused = new Set<string>();
  const open = new Set<Duplex>();
  let left = maxBytes;

  function watch<Connection extends Duplex>(connection: Connection): Connection {
    open.add(connection);
    connection.once("close", () => open.delete(connection));
    connection.on("error", () => connection.destroy());
    return connection;
  }
  /** Counts arriving bytes before they are passed on, and ends the connection if they are too many. */
  function count(bytes: number, ...ends: { destroy(): unknown }[]): void {
    left -= bytes;
    if (left < 0) for (const end of ends) end.destroy();
  }
  function allows(host: string): boolean {
    if (hosts.has(host)) return true;
    // A hostile process may try any number of names.
    if (refused.size < 32) refused.add(host.slice(0, 300));
    return false;
  }

  function carry({ url = "" }: IncomingMessage, client: Duplex, head: Buffer): void {
    watch(client);
    const host = url.toLowerCase();
    if (!allows(host)) {
      client.end("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      return;
    }
    const at = host.lastIndexOf(":");
    const upstream = watch(connect(Number(host.slice(at + 1)), host.slice(0, at)));
    upstream.setTimeout(SILENCE_MS, () => upstream.destroy());
    upstream.once("connect", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) upstream.write(head);
      upstream.on("data", ({ length }: Buffer) => count(length, upstream, client));
      upstream.pipe(client);
      client.pipe(upstream);
    });
    upstream.once("close", () => client.destroy());
    client.once("close", () => upstream.destroy());
  }

  /** Passes on a request to an index without TLS. */
  function forward(message: IncomingMessage, response: ServerResponse): void {
    const target = URL.canParse(message.url ?? "") ? new URL(message.url ?? "") : undefined;
    if (target?.protocol !== "http:" || !allows(`${target.hostname}:${target.port || "80"}`)) {
      response.writeHead(403).end();
      return;
    }
    const outgoing = request(
      target,
      { method: message.method ?? "GET", headers: { ...message.headers, host: target.host }, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.on("data", ({ length }: Buffer) => count(length, answer, response));
        answer.pipe(response);
      },
    );
    outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy());
    outgoing.on("error", () => response.destroy());
    response.once("close", () => outgoing.destroy());
    message.pipe(outgoing);
  }

  const server = createServer(forward).on("connect", carry);
  const socket = await openGatewaySocket(path, ownerUid, (connection: Socket) => {
    server.emit("connection", connection);
  });
  return {
    path,
    refused,
    get isExhausted() {
      return left < 0;
    },
    close() {
      socket.close();
      for (const connection of open) connection.destroy();
    },
  };
}
