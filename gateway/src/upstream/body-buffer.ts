/** Collects a body up to a bound. */
export class BodyBuffer {
  private readonly chunks: Buffer[] = [];
  private bytes = 0;
  private readonly maxBytes: number;

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes;
  }

  /** False when the chunk would pass the bound; it is then not kept. */
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

/** The part of a provider's error that is read; the text of one is a few hundred bytes. */
export const MAX_ERROR_BYTES = 64 * 1024;
