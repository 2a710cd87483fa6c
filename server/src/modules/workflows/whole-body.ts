import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { DoorRefusal } from "./door-refusal.ts";

/** Told of each piece's length as it comes; throws where no more is taken. */
export type CountBytes = (bytes: number) => void;

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

/** The same pieces, each counted before it is passed on. */
export async function* counted(pieces: AsyncIterable<Buffer>, count: CountBytes): AsyncGenerator<Buffer> {
  for await (const chunk of pieces) {
    count(chunk.length);
    yield chunk;
  }
}
