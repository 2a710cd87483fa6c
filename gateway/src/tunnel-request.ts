import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { OpenTunnel, Tunnel } from "./gateway.ts";
import { type GatewayError, openAiErrorBody } from "./openai-error.ts";

/** Matches a host name or an IPv4 address, with a port. Longer names do not exist (RFC 1035). */
const TARGET = /^([a-z0-9_.-]{1,253}):([0-9]{1,5})$/i;
const HIGHEST_PORT = 65_535;

/** Reads `CONNECT host:port`. Returns undefined if the host or the port is invalid. */
export function parseTunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Tunnel | undefined {
  const [, host = "", digits = ""] = TARGET.exec(request.url ?? "") ?? [];
  const port = Number(digits);
  if (host === "" || port < 1 || port > HIGHEST_PORT) return undefined;
  const isRaw = request.headers["stoa-egress"] === "raw";
  return { host: host.toLowerCase().replace(/\.$/, ""), port, isRaw, socket, head };
}

/** Answers a request for a tunnel that cannot be opened, and closes its connection. */
export function refuseTunnel(socket: Duplex, error: GatewayError): void {
  const body = openAiErrorBody(error);
  const head = [
    `HTTP/1.1 ${error.status} Refused`,
    "content-type: application/json",
    `content-length: ${Buffer.byteLength(body)}`,
    "connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

/** Refuses every tunnel, for a server that does not open tunnels. */
export const NO_TUNNELS: OpenTunnel = (_session, { socket }) => socket.destroy();
