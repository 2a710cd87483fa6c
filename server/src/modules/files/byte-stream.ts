import type { Readable } from "node:stream";
import type { ByteStream } from "./storage/file-storage.ts";

/**
 * Reads a stream without destroying it if the reader stops early: destroying the body of a request would close the
 * connection before the client gets the reason. The caller must call `discardRest` then.
 */
export async function* readBytes(source: Readable): AsyncGenerator<Buffer, void, undefined> {
  for await (const chunk of source.iterator({ destroyOnReturn: false })) yield toBuffer(chunk);
}

/**
 * Discards what has not been read of a stream. Otherwise, the next request on the connection would wait for it. A reader that
 * has stopped early still listens for data, which would keep the stream from flowing.
 */
export function discardRest(source: Readable): void {
  source.removeAllListeners("readable");
  source.resume();
}

function toBuffer(chunk: unknown): Buffer {
  if (Buffer.isBuffer(chunk)) return chunk;
  return Buffer.from(chunk instanceof Uint8Array ? chunk : String(chunk));
}

/** Reads the first bytes of a stream. @returns them, at most `length`, and a stream of the whole content */
export async function peek(
  source: AsyncGenerator<Buffer, void, undefined>,
  length: number,
): Promise<{ head: Buffer; whole: ByteStream }> {
  const chunks: Buffer[] = [];
  for (let bytes = 0; bytes < length; ) {
    const next = await source.next();
    if (next.done) break;
    chunks.push(next.value);
    bytes += next.value.length;
  }
  async function* readWhole() {
    yield* chunks;
    yield* source;
  }
  return { head: Buffer.concat(chunks).subarray(0, length), whole: readWhole() };
}

/** Counts the bytes of a content while it is read. */
export class ByteCounter {
  bytes = 0;

  /** Passes a content on. Throws the error of `refuse` instead of the first chunk that exceeds the limit. */
  async *limit(content: ByteStream, maxBytes: number, refuse: () => Error): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      this.bytes += chunk.length;
      if (this.bytes > maxBytes) throw refuse();
      yield chunk;
    }
  }
}

/** Divides a content into blocks of equal size. Only the last one may be shorter. */
export async function* readBlocks(
  content: ByteStream,
  blockBytes: number,
): AsyncGenerator<Buffer, undefined> {
  let chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    let rest = chunk;
    while (bytes + rest.length >= blockBytes) {
      const end = blockBytes - bytes;
      yield Buffer.concat([...chunks, rest.subarray(0, end)]);
      rest = rest.subarray(end);
      [chunks, bytes] = [[], 0];
    }
    chunks.push(rest);
    bytes += rest.length;
  }
  if (bytes > 0) yield Buffer.concat(chunks);
}
