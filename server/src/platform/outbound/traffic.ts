/**
 * The bytes that a run can exchange: eight times the largest response, and more than a run can keep in memory.
 */
export const MAX_TRAFFIC_BYTES = 256 * 1024 * 1024;

/**
 * Counts the bytes that one run exchanges with external servers on any route, including the bytes of failed requests.
 */
export class Traffic {
  #bytes = 0;

  get isSpent(): boolean {
    return this.#bytes >= MAX_TRAFFIC_BYTES;
  }

  /** Counts sent or received bytes. @returns false if the limit is exceeded */
  add(bytes: number): boolean {
    this.#bytes += bytes;
    return this.#bytes <= MAX_TRAFFIC_BYTES;
  }
}

/** The error text for a run that reached the limit. */
export const TRAFFIC_SPENT = `This run reached its limit of ${MAX_TRAFFIC_BYTES / 1_048_576} MB of network traffic.`;

/** Counts the length of each chunk as it arrives. Throws if the limit is exceeded. */
export type CountBytes = (bytes: number) => void;

/** Yields the same chunks, and counts each one first. */
export async function* countPieces(pieces: AsyncIterable<Buffer>, count: CountBytes): AsyncGenerator<Buffer> {
  for await (const chunk of pieces) {
    count(chunk.length);
    yield chunk;
  }
}
