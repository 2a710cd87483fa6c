import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { type CountBytes, counted } from "../../platform/outbound/traffic.ts";
import { DoorRefusal } from "./door-refusal.ts";

/** What a run sends, whole. @throws DoorRefusal 413 */
export async function requestBody(
  request: IncomingMessage,
  maxBytes: number,
  count?: CountBytes,
): Promise<Buffer> {
  // The request itself stays: its connection carries the answer.
  return Buffer.concat(await wholeBody(request.iterator({ destroyOnReturn: false }), maxBytes, count));
}

/** All pieces of a stream. @throws DoorRefusal 413 */
export async function wholeBody(
  pieces: AsyncIterable<unknown> | Readable,
  maxBytes: number,
  count: CountBytes = () => undefined,
): Promise<Buffer[]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of counted(pieces as AsyncIterable<Buffer>, count)) {
    bytes += chunk.length;
    if (bytes > maxBytes)
      throw new DoorRefusal(`More than ${maxBytes / 1_048_576} MB are not taken.`, {
        status: 413,
        code: "too_large",
      });
    chunks.push(chunk);
  }
  return chunks;
}
