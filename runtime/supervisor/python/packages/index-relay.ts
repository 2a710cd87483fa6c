import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { openGatewaySocket } from "../gateway-socket.ts";

/** How long the index may be silent before it counts as unreachable. */
const SILENCE_MS = 60_000;

/**
 * The maximum number of refused destinations to remember. A hostile process may try any number of names.
 */
const MOST_REFUSED = 32;
const LONGEST_HOST = 300;
const FORBIDDEN = "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

interface IndexRelayOptions {
  /** The path of the Unix socket. */
  path: string;
  /** The user that may connect; this process's user if undefined. */
  ownerUid: number | undefined;
  /** The only allowed destinations, as `host:port`. */
  hosts: ReadonlySet<string>;
  /** The maximum number of bytes that may arrive over all connections in total. */
  maxBytes: number;
}

/**
 * An HTTP proxy on a Unix socket that gives access only to the package index. The processes that use it have no other
 * network access and cannot resolve names.
 */
export class IndexRelay {
  /** The destinations that were refused. */
  readonly refused = new Set<string>();
  readonly path: string;
  readonly #hosts: ReadonlySet<string>;
  readonly #open = new Set<Duplex>();
  #left: number;
  #close: () => void = () => {};

  private constructor({ path, hosts, maxBytes }: IndexRelayOptions) {
    this.path = path;
    this.#hosts = hosts;
    this.#left = maxBytes;
  }

  static async open(options: IndexRelayOptions): Promise<IndexRelay> {
    const relay = new IndexRelay(options);
    const server = createServer((message, response) => relay.#forward(message, response));
    server.on("connect", (message, client, head) => relay.#carry(message, client, head));
    const socket = await openGatewaySocket(options.path, options.ownerUid, (connection: Socket) => {
      server.emit("connection", connection);
    });
    relay.#close = () => socket.close();
    return relay;
  }

  /** Whether a connection was closed because more bytes arrived than allowed. */
  get isExhausted(): boolean {
    return this.#left < 0;
  }

  close(): void {
    this.#close();
    for (const connection of this.#open) connection.destroy();
  }

  #watch<Connection extends Duplex>(connection: Connection): Connection {
    this.#open.add(connection);
    connection.once("close", () => this.#open.delete(connection));
    connection.on("error", () => connection.destroy());
    return connection;
  }

  /** Counts bytes before they are passed on, and closes the connection if there are too many. */
  #count(bytes: number, ...ends: { destroy(): unknown }[]): void {
    this.#left -= bytes;
    if (this.#left < 0) for (const end of ends) end.destroy();
  }

  #allows(host: string): boolean {
    if (this.#hosts.has(host)) return true;
    if (this.refused.size < MOST_REFUSED) this.refused.add(host.slice(0, LONGEST_HOST));
    return false;
  }

  /** Forwards a TLS connection to the index. */
  #carry({ url = "" }: IncomingMessage, client: Duplex, head: Buffer): void {
    this.#watch(client);
    const host = url.toLowerCase();
    if (!this.#allows(host)) {
      client.end(FORBIDDEN);
      return;
    }
    const at = host.lastIndexOf(":");
    const upstream = this.#watch(connect(Number(host.slice(at + 1)), host.slice(0, at)));
    upstream.setTimeout(SILENCE_MS, () => upstream.destroy());
    upstream.once("connect", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      if (head.length > 0) upstream.write(head);
      upstream.on("data", ({ length }: Buffer) => this.#count(length, upstream, client));
      upstream.pipe(client);
      client.pipe(upstream);
    });
    upstream.once("close", () => client.destroy());
    client.once("close", () => upstream.destroy());
  }

  /** Forwards a request to an index without TLS. */
  #forward(message: IncomingMessage, response: ServerResponse): void {
    const target = URL.canParse(message.url ?? "") ? new URL(message.url ?? "") : undefined;
    if (target?.protocol !== "http:" || !this.#allows(`${target.hostname}:${target.port || "80"}`)) {
      response.writeHead(403).end();
      return;
    }
    const headers = { ...message.headers, host: target.host };
    const outgoing = request(target, { method: message.method ?? "GET", headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("data", ({ length }: Buffer) => this.#count(length, answer, response));
      answer.pipe(response);
    });
    outgoing.setTimeout(SILENCE_MS, () => outgoing.destroy());
    outgoing.on("error", () => response.destroy());
    response.once("close", () => outgoing.destroy());
    message.pipe(outgoing);
  }
}
