import type { Readable } from "node:stream";

/** The number of bytes that hold the length of the head. */
const LENGTH_BYTES = 4;

/**
 * Encodes a head of plain data and the bytes of a body as one message, because an author's URLs and headers might not
 * fit into HTTP headers.
 */
export function encodeFrame(head: unknown, body: Uint8Array): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.byteLength);
  return Buffer.concat([length, json, body]);
}

/** Returns the head, which is not validated yet, and the body. Returns undefined if the message is malformed. */
export function decodeFrame(message: Buffer): { head: unknown; body: Buffer } | undefined {
  if (message.byteLength < LENGTH_BYTES) return undefined;
  const end = LENGTH_BYTES + message.readUInt32BE(0);
  if (end > message.byteLength) return undefined;
  try {
    const head: unknown = JSON.parse(message.toString("utf8", LENGTH_BYTES, end));
    return { head, body: message.subarray(end) };
  } catch {
    return undefined;
  }
}

/** Reads the head of a message that is still arriving. The body stays in the stream. */
export async function readFrameHead(message: Readable, maxBytes: number): Promise<unknown> {
  let buffer = Buffer.alloc(0);
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    buffer = Buffer.concat([buffer, chunk]);
    if (buffer.byteLength < LENGTH_BYTES) continue;
    const end = LENGTH_BYTES + buffer.readUInt32BE(0);
    if (end > LENGTH_BYTES + maxBytes) break;
    if (buffer.byteLength < end) continue;
    const parts = decodeFrame(buffer.subarray(0, end));
    if (buffer.byteLength > end) message.unshift(buffer.subarray(end));
    return parts?.head;
  }
  return undefined;
}
