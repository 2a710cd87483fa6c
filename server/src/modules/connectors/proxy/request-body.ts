import type { IncomingMessage } from "node:http";
import type { CountBytes } from "../../../platform/outbound/traffic.ts";
import { ProxyRefusal } from "./proxy-refusal.ts";

/** Files that APIs take in one request are below it; larger ones are sent in parts. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;
/** Of all runs of this node together: a fraction of the memory of the smallest machine that serves agents. */
const MAX_BYTES_ON_NODE = 256 * 1024 * 1024;

/** Reads bodies whole, so that a redirect can be followed, and bounds what all of them take. */
export class BodyReader {
  readonly #maxBytesOnNode: number;
  #bytes = 0;

  constructor(maxBytesOnNode = MAX_BYTES_ON_NODE) {
    this.#maxBytesOnNode = maxBytesOnNode;
  }

  /** Reads a body and gives it to `use`, after which it is no longer counted. @throws ProxyRefusal 413, 415, 503. */
  async with<T>(
    request: IncomingMessage,
    countForRun: CountBytes,
    use: (body: Buffer | undefined) => Promise<T>,
  ): Promise<T> {
    const encoding = request.headers["content-encoding"];
    if (encoding !== undefined && encoding !== "identity")
      throw new ProxyRefusal("The request body must not be compressed.", {
        status: 415,
        code: "unsupported_encoding",
      });
    if (Number(request.headers["content-length"] ?? 0) > MAX_BODY_BYTES) throw tooLarge();
    let counted = 0;
    const count = (bytes: number) => {
      counted += bytes;
      this.#bytes += bytes;
      countForRun(bytes);
      if (counted > MAX_BODY_BYTES) throw tooLarge();
      if (this.#bytes > this.#maxBytesOnNode) throw noRoom();
    };
    try {
      return await use(await read(request, count));
    } finally {
      this.#bytes -= counted;
    }
  }
}

async function read(request: IncomingMessage, count: (bytes: number) => void): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  /** The request itself stays: its connection carries the answer. */
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    count(chunk.length);
    chunks.push(chunk);
  }
  return chunks.length === 0 ? undefined : Buffer.concat(chunks);
}

function tooLarge(): ProxyRefusal {
  return new ProxyRefusal(`The request body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB.`, {
    status: 413,
    code: "request_too_large",
  });
}

function noRoom(): ProxyRefusal {
  return new ProxyRefusal("This server is sending as much as it can. Try again shortly.", {
    status: 503,
    code: "at_capacity",
    retryAfterSeconds: 2,
  });
}
