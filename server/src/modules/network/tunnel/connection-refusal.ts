import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { OutboundError } from "../../../platform/outbound/outbound.ts";

/** The TLS alerts (RFC 8446, 6.2) that come closest to the reason. Clients show their names. */
const ACCESS_DENIED = 49;
const INTERNAL_ERROR = 80;
const HTTPS_PORT = 443;
const HTTP_PORT = 80;

/**
 * The error of a connection that is refused. The message is for the agent's code, and the run's trace shows `reason`.
 */
export class ConnectionRefusal extends Error {
  override readonly name = "ConnectionRefusal";
  readonly status: number;
  readonly code: string;
  /** The text for the trace, without anything that the agent sent. */
  readonly reason: string;

  constructor(message: string, init: { status: number; code: string; reason?: string }) {
    super(message);
    this.status = init.status;
    this.code = init.code;
    this.reason = init.reason ?? message;
  }

  /** Whether we refused the connection, not the host. */
  get isOurs(): boolean {
    return this.status < 500;
  }
}

export function toConnectionRefusal(host: string, { code, message }: OutboundError): ConnectionRefusal {
  const isRefused = code === "address_refused";
  const status = isRefused ? 403 : code === "timeout" ? 504 : 502;
  return new ConnectionRefusal(`${host}: ${message}.`, { status, code, reason: `${message}.` });
}

/** Informs the client of the refusal in the protocol that it expects, and closes the connection. */
export function sendConnectionRefusal(client: Duplex, speaks: Speaks, refusal: ConnectionRefusal): void {
  if (speaks === "tls") {
    const alert = refusal.isOurs ? ACCESS_DENIED : INTERNAL_ERROR;
    client.end(Buffer.from([21, 3, 1, 0, 2, 2, alert]));
  } else if (speaks === "http") client.end(formatHttpRefusal(refusal));
  else client.destroy();
}

/** The protocol that a client is expected to use, before it has sent anything. */
export type Speaks = "tls" | "http" | "unknown";

export function getProtocol(port: number): Speaks {
  if (port === HTTPS_PORT) return "tls";
  return port === HTTP_PORT ? "http" : "unknown";
}

function formatHttpRefusal({ status, code, message }: ConnectionRefusal): string {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "content-type: text/plain; charset=utf-8",
    `content-length: ${Buffer.byteLength(message)}`,
    `x-stoa-error: ${code}`,
    "connection: close",
  ];
  return `${head.join("\r\n")}\r\n\r\n${message}`;
}
