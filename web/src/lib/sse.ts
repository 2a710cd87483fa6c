export interface ServerEvent {
  readonly event: string;
  readonly data: string;
  readonly id: string | null;
}

/**
 * The maximum number of characters per event. A longer event cannot come from our server, which limits results to far
 * less.
 */
const MAX_EVENT_CHARS = 8 * 1024 * 1024;

function parseEvent(block: string): ServerEvent | null {
  let event = "message";
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line === "" || line.startsWith(":")) continue;
    const colon = line.indexOf(":");
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") event = value;
    else if (field === "data") data.push(value);
    else if (field === "id") id = value;
  }
  return data.length === 0 ? null : { event, data: data.join("\n"), id };
}

/**
 * Reads server-sent events from a response body, across chunk boundaries (WHATWG HTML, 9.2.6).
 * @throws RangeError if one event exceeds the limit.
 */
export async function* readServerSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffer = "";
  let carriage = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const decoded = decoder.decode(value, { stream: true });
      let text: string = carriage ? `\r${decoded}` : decoded;
      carriage = text.endsWith("\r");
      if (carriage) text = text.slice(0, -1);
      buffer += text.replace(/\r\n?/g, "\n");
      for (let end = buffer.indexOf("\n\n"); end !== -1; end = buffer.indexOf("\n\n")) {
        const event = parseEvent(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
        if (event) yield event;
      }
      if (buffer.length > MAX_EVENT_CHARS) throw new RangeError("event too long");
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
