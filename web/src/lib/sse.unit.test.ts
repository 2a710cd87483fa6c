import { describe, expect, it } from "vitest";
import { readServerSentEvents, type ServerEvent } from "./sse.ts";

const STREAM =
  ': hello\n\nid: 1\nevent: status\ndata: {"a":1}\n\nevent: output\r\ndata: über\r\ndata: zwei\r\n\r\nretry: 5\n\ndata:bare\n\ndata: unfinished';

function createStream(bytes: Uint8Array, size: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + size));
      at += size;
    },
  });
}

async function read(text: string, size: number): Promise<ServerEvent[]> {
  const events: ServerEvent[] = [];
  for await (const event of readServerSentEvents(createStream(new TextEncoder().encode(text), size)))
    events.push(event);
  return events;
}

describe("reading server-sent events", () => {
  it.each([1, 2, 3, 7, 1000])("returns the same events from chunks of %i bytes", async (size) => {
    expect(await read(STREAM, size)).toEqual([
      { event: "status", data: '{"a":1}', id: "1" },
      { event: "output", data: "über\nzwei", id: null },
      { event: "message", data: "bare", id: null },
    ]);
  });

  it("ignores an unfinished event", async () => {
    expect(await read("data: half", 4)).toEqual([]);
  });

  it("cancels the stream when the reader stops", async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("data: x\n\n")),
      cancel: () => {
        cancelled = true;
      },
    });
    for await (const event of readServerSentEvents(endless)) {
      expect(event.data).toBe("x");
      break;
    }
    expect(cancelled).toBe(true);
  });
});
