import type { IncomingMessage } from "node:http";

/** The beginning of a response as text, and whether it was cut. */
export interface BoundedText {
  text: string;
  isCut: boolean;
}

/** Reads the body of a response as text, up to a number of bytes, and discards the rest. */
export async function readBounded(answer: IncomingMessage, maxBytes: number): Promise<BoundedText> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop destroys the response and its connection.
    if (bytes > maxBytes) break;
  }
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
  return { text, isCut: bytes > maxBytes };
}
