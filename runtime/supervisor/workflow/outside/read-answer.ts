import type { Readable } from "node:stream";

/** An answer as bytes. @throws Error where it is larger */
export async function readAnswer(answer: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the answer is larger than ${maxBytes / 1_048_576} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What the server says of a refusal. */
export function refusalText(body: Buffer, status: number): string {
  try {
    const { detail } = JSON.parse(body.toString()) as { detail?: unknown };
    if (typeof detail === "string") return detail;
  } catch {
    // Not ours, then.
  }
  return `the way out answered ${status}`;
}
