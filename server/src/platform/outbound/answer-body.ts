import { Readable } from "node:stream";
import { OutboundError } from "./outbound.ts";

interface BodyBounds {
  maxBytes: number;
  /** Converts the error that ended the body early. */
  failure: (error: unknown) => OutboundError;
  /** Called once when the body closes, whatever the reason. */
  closed: () => void;
}

/** Streams a body at the speed of its reader, and fails if it exceeds the size limit. */
export function boundedBody(body: Readable, { maxBytes, failure, closed }: BodyBounds): Readable {
  const bounded = Readable.from(pieces(body, maxBytes), { objectMode: false });
  /** The body may have no reader (any more). An error without a listener would end the process. */
  bounded.on("error", () => undefined);
  body.on("error", (error) => bounded.destroy(failure(error)));
  bounded.once("close", () => {
    body.destroy();
    closed();
  });
  return bounded;
}

async function* pieces(body: Readable, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    yield chunk;
  }
}

export function tooLarge(): OutboundError {
  return new OutboundError("too_large", "The answer is too large");
}
