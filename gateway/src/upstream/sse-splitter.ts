/** One server-sent event: its original bytes, and its data if it has any. */
export interface SseEvent {
  raw: Buffer;
  data: string | undefined;
}

/** The maximum size of an event, thousands of times the typical size. Larger events are not kept in memory. */
const MAX_EVENT_BYTES = 1024 * 1024;

const LF = 0x0a;
const CR = 0x0d;

/** Splits a stream of bytes into server-sent events, regardless of packet boundaries. */
export class SseSplitter {
  private pending: Buffer = Buffer.alloc(0);
  private scanned = 0;

  /**
   * Returns the events that this chunk completes.
   * @throws RangeError if an event exceeds 1 MiB.
   */
  push(chunk: Buffer): SseEvent[] {
    const bytes = this.pending.length === 0 ? chunk : Buffer.concat([this.pending, chunk]);
    const events: SseEvent[] = [];
    let eventStart = 0;
    let lineStart = this.scanned;
    for (let end = bytes.indexOf(LF, lineStart); end !== -1; end = bytes.indexOf(LF, lineStart)) {
      const isBlank = end === lineStart || (end === lineStart + 1 && bytes[lineStart] === CR);
      lineStart = end + 1;
      if (!isBlank) continue;
      const raw = bytes.subarray(eventStart, lineStart);
      events.push({ raw, data: parseData(raw) });
      eventStart = lineStart;
    }
    this.pending = bytes.subarray(eventStart);
    this.scanned = lineStart - eventStart;
    if (this.pending.length > MAX_EVENT_BYTES) throw new RangeError("a server-sent event is too long");
    return events;
  }

  /**
   * Returns the data after the last complete event as an event, or undefined if there is none. Some servers end a
   * stream without a blank line.
   */
  takeRest(): SseEvent | undefined {
    const raw = this.pending;
    this.pending = Buffer.alloc(0);
    this.scanned = 0;
    return raw.length === 0 ? undefined : { raw, data: parseData(raw) };
  }
}

/** Matches an event with a single line of data. Nearly all events have this form. */
const ONE_LINE = /^data: ?([^\n]*?)\r?\n\r?\n?$/;

function parseData(raw: Buffer): string | undefined {
  const text = raw.toString("utf8");
  const only = ONE_LINE.exec(text)?.[1];
  if (only !== undefined) return only;
  const lines = text
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(line[5] === " " ? 6 : 5).replace(/\r$/, ""));
  return lines.length === 0 ? undefined : lines.join("\n");
}
