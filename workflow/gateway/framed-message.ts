import type { Readable } from "node:stream";

/** Length of the head, before it. */
const LENGTH_BYTES = 4;

/** A head of plain data and bytes after it, as one body: addresses and headers of an author fit into no header. */
export function encodeFrame(head: unknown, body: Uint8Array): Buffer {
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(json.byteLength);
  return Buffer.concat([length, json, body]);
}

/** The head, still to be checked, and the bytes after it; undefined where it is no such message. */
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

/** Reads the head of a message whose bytes are still coming; they stay in the stream. */
export async function readFrameHead(message: Readable, maxBytes: number): Promise<unknown> {
  let held = Buffer.alloc(0);
  for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    held = Buffer.concat([held, chunk]);
    if (held.byteLength < LENGTH_BYTES) continue;
    const end = LENGTH_BYTES + held.readUInt32BE(0);
    if (end > LENGTH_BYTES + maxBytes) break;
    if (held.byteLength < end) continue;
    const parts = decodeFrame(held.subarray(0, end));
    if (held.byteLength > end) message.unshift(held.subarray(end));
    return parts?.head;
  }
  return undefined;
}
