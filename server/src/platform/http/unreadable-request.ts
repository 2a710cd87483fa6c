import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { AppError } from "./app-error.ts";
import { newRequestId } from "./request-id.ts";
import { API_HEADERS } from "./security-headers.ts";

/** Our error codes for requests that Node cannot parse. */
function refusalOf(code: string | undefined): AppError {
  if (code === "HPE_HEADER_OVERFLOW")
    return new AppError(431, "too_large", "The headers of the request are too large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new AppError(408, "invalid_request", "The request took too long to arrive");
  return new AppError(400, "invalid_request", "The request could not be read");
}

/** Replies with problem+json on a connection whose request could not be parsed, and closes it. */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = refusalOf(error.code);
  const title = STATUS_CODES[refusal.status] ?? "Error";
  const requestId = newRequestId();
  const body = JSON.stringify(refusal.toProblem(title, requestId));
  const headers = {
    ...API_HEADERS,
    "x-request-id": requestId,
    "content-type": "application/problem+json; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${title}\r\n${lines.join("")}\r\n${body}`, () => socket.destroy());
}
