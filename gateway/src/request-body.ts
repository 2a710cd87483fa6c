import type { IncomingMessage } from "node:http";
import { GatewayError } from "./openai-error.ts";

/**
 * The largest request body: enough for the text of a 1M-token context (about 4 MB), or for several photos as base64.
 */
export const MAX_BODY_BYTES = 8 * 1024 * 1024;

function createTooLargeError(): GatewayError {
  return new GatewayError(`The request body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`, {
    status: 413,
    type: "invalid_request_error",
    code: "request_too_large",
  });
}

/**
 * Reads a request's body as text.
 * @throws GatewayError 413 above 8 MiB, 415 if it is compressed.
 */
export function readBody(request: IncomingMessage): Promise<string> {
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    const message = "The request body must not be compressed.";
    const init = { status: 415, type: "invalid_request_error", code: "unsupported_encoding" } as const;
    return Promise.reject(new GatewayError(message, init));
  }
  if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES)
    return Promise.reject(createTooLargeError());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) reject(createTooLargeError());
      else chunks.push(chunk);
    });
    request.on("end", () => resolve(Buffer.concat(chunks).toString("utf8")));
    request.on("error", reject);
    request.on("close", () => reject(new Error("The request was interrupted.")));
  });
}
