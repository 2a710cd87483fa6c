import type { Readable } from "node:stream";

/** An answer as bytes. @throws Error where it is larger */
export async function readBody(answer: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`the answer is larger than ${maxBytes / 1_048_576} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What our own server says where it refuses; nothing where the words are somebody else's. */
function parseRefusal(body: Buffer): { error?: unknown; detail?: unknown } {
  try {
    const said = JSON.parse(body.toString()) as unknown;
    return typeof said === "object" && said !== null ? said : {};
  } catch {
    return {};
  }
}

/** The words of a refusal. */
export function getRefusalMessage(body: Buffer, status: number): string {
  const { detail } = parseRefusal(body);
  return typeof detail === "string" ? detail : `the way out answered ${status}`;
}

/** The way out gave no answer: why, and by which stable code. */
export class GatewayRefusal extends Error {
  override readonly name = "GatewayRefusal";
  readonly code: string | undefined;

  constructor(body: Buffer, status: number) {
    super(getRefusalMessage(body, status));
    const { error } = parseRefusal(body);
    this.code = typeof error === "string" ? error : undefined;
  }
}
