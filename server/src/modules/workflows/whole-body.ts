import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { DoorRefusal } from "./door-refusal.ts";

/** What a run sends, whole. @throws DoorRefusal 413 */
export async function requestBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  // The request itself stays: its connection carries the answer.
  return wholeBody(request.iterator({ destroyOnReturn: false }), maxBytes);
}

/** A stream as bytes. @throws DoorRefusal 413 */
export async function wholeBody(
  pieces: AsyncIterable<unknown> | Readable,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of pieces as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new DoorRefusal(`More than ${maxBytes / 1_048_576} MB are not taken.`, {
        status: 413,
        code: "too_large",
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
