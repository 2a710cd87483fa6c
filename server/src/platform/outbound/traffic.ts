/** Eight times the largest answer, and more than a run may hold. */
export const MAX_TRAFFIC_BYTES = 256 * 1024 * 1024;

/** What one run moves to and from servers outside, by whichever way. It is counted as it comes, whatever becomes of it. */
export class Traffic {
  #bytes = 0;

  get isSpent(): boolean {
    return this.#bytes >= MAX_TRAFFIC_BYTES;
  }

  /** Counts bytes that came or went. @returns false where they are too many */
  takes(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes <= MAX_TRAFFIC_BYTES;
  }
}

/** Says which bound is reached. */
export const TRAFFIC_SPENT = `A run may move ${MAX_TRAFFIC_BYTES / 1_048_576} MB, and this one has.`;

/** Told of each piece's length as it comes; throws where no more is taken. */
export type CountBytes = (bytes: number) => void;

/** The same pieces, each counted before it is passed on. */
export async function* counted(pieces: AsyncIterable<Buffer>, count: CountBytes): AsyncGenerator<Buffer> {
  for await (const chunk of pieces) {
    count(chunk.length);
    yield chunk;
  }
}
