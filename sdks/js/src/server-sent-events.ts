/** An event in its wire format (WHATWG, Server-sent events). */
export interface ServerSentEvent {
  id: string | undefined;
  event: string;
  data: string;
}

/** Yields the events of a stream. Ignores an incomplete event at the end. */
export async function* parseServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const draft = new Draft();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      rest += decoder.decode(value, { stream: true });
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const event = draft.take(line);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Collects the lines of the current event. */
class Draft {
  #id: string | undefined;
  #event = "message";
  #data: string[] = [];

  /** Returns the event that this line ends, if any. */
  take(line: string): ServerSentEvent | undefined {
    if (line === "") return this.#end();
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "id") this.#id = value;
    else if (name === "event") this.#event = value;
    else if (name === "data") this.#data.push(value);
    return undefined;
  }

  #end(): ServerSentEvent | undefined {
    const ended = { id: this.#id, event: this.#event, data: this.#data.join("\n") };
    const isEmpty = this.#data.length === 0;
    this.#event = "message";
    this.#data = [];
    return isEmpty ? undefined : ended;
  }
}
