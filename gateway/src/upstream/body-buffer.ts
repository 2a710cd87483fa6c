/** Collects a body up to a size limit. */
export class BodyBuffer {
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** Adds a chunk. If the body would exceed the limit, discards the chunk and returns false. */
  push(chunk: Buffer): boolean {
    this.bytes += chunk.length;
    if (this.bytes > this.maxBytes) return false;
    this.chunks.push(chunk);
    return true;
  }

  take(): Buffer {
    const [only, ...more] = this.chunks;
    return only !== undefined && more.length === 0 ? only : Buffer.concat(this.chunks);
  }
}

/** The maximum number of bytes to read of a provider's error. A typical error has a few hundred bytes. */
export const MAX_ERROR_BYTES = 64 * 1024;
