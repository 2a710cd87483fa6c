import { Readable } from "node:stream";
import { OutboundError } from "./outbound.ts";

interface BodyBounds {
  maxBytes: number;
  /** Puts what ended it early into words. */
  failure: (error: unknown) => OutboundError;
  /** Called once, however it ends. */
  closed: () => void;
}

/** Passes a body on, at its reader's pace, until it is longer than it may be. */
export function boundedBody(body: Readable, { maxBytes, failure, closed }: BodyBounds): Readable {
  const bounded = Readable.from(pieces(body, maxBytes), { objectMode: false });
  /** A reader that is gone or not there yet does not hear of it; nobody else must be ended by it. */
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
