import type { IncomingMessage } from "node:http";
import type { CountBytes } from "../outbound/traffic.ts";
import type { MemoryShare } from "./memory-budget.ts";
import { RouteRefusal } from "./route-refusal.ts";

/** The bytes of a body that are read even if it is too large. This is more than any route accepts. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

export interface BodyOptions {
  maxBytes: number;
  memory: MemoryShare;
  /** The refusal for a larger body, if it differs from the default. */
  tooLarge?: RouteRefusal | undefined;
  /** Counts the length of each chunk as it arrives. It may throw. */
  count?: CountBytes | undefined;
}

/**
 * Reads the entire body of a request. Its bytes count toward the node's memory budget until the request ends.
 * @throws RouteRefusal 413 if it is too large, 415 if it is compressed, 503 if the node has no memory for it, or the
 * error that `count` throws
 */
export async function readBody(request: IncomingMessage, options: BodyOptions): Promise<Buffer> {
  const { maxBytes, memory, tooLarge = createBodyTooLarge(maxBytes), count } = options;
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity")
    throw new RouteRefusal("The request body must not be compressed.", {
      status: 415,
      code: "unsupported_encoding",
    });
  const announced = Number(request.headers["content-length"] ?? 0);
  // A client that expects "100 Continue" reads the reply before it sends anything.
  if (announced > (request.headers.expect === undefined ? MAX_DISCARDED_BYTES : maxBytes)) throw tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Without `destroyOnReturn: false`, leaving the loop would close the connection that the reply needs.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    count?.(chunk.length);
    // Most clients do not read the reply until they have sent everything, so keep reading a body that is too large, up
    // to MAX_DISCARDED_BYTES.
    if (bytes > MAX_DISCARDED_BYTES) break;
    if (bytes > maxBytes) continue;
    memory.hold(chunk.length);
    chunks.push(chunk);
  }
  if (bytes > maxBytes) throw tooLarge;
  return Buffer.concat(chunks);
}

/**
 * Collects the chunks of a stream, such as a server's response.
 * @throws RouteRefusal 413 if the stream is too long, or the error that `count` throws
 */
export async function collect(
  pieces: AsyncIterable<Buffer>,
  maxBytes: number,
  count?: CountBytes,
): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of pieces) {
    count?.(chunk.length);
    bytes += chunk.length;
    if (bytes > maxBytes) throw createBodyTooLarge(maxBytes);
    chunks.push(chunk);
  }
  return chunks;
}

function createBodyTooLarge(maxBytes: number): RouteRefusal {
  return new RouteRefusal(`The request body must not exceed ${maxBytes / 1_048_576} MB.`, {
    status: 413,
    code: "too_large",
  });
}
