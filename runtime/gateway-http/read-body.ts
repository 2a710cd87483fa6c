import type { Readable } from "node:stream";

/** Reads a response to its end. @throws Error if the response is larger than `maxBytes` */
export async function readBody(answer: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the response is larger than ${maxBytes / 1_048_576} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Parses an error response of Stoa's server. Returns an empty object for any other body. */
function parseRefusal(body: Buffer): { error?: unknown; detail?: unknown } {
  try {
    const parsed = JSON.parse(body.toString()) as unknown;
    return typeof parsed === "object" && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}

/** Returns the message of an error response, or a message with the status if the response has none. */
export function getRefusalMessage(body: Buffer, status: number): string {
  const { detail } = parseRefusal(body);
  return typeof detail === "string" ? detail : `the gateway responded with status ${status}`;
}

/** The error of a request that the gateway refused, with its stable code. */
export class GatewayRefusal extends Error {
  override readonly name = "GatewayRefusal";
  readonly code: string | undefined;

  constructor(body: Buffer, status: number) {
    super(getRefusalMessage(body, status));
    const { error } = parseRefusal(body);
    this.code = typeof error === "string" ? error : undefined;
  }
}
