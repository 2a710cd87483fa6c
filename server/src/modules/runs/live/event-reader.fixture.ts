/** One server-sent event as a client reads it. */
export interface ReadEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

/** Yields the events of a stream as they arrive, and closes the connection when the reader stops. */
export async function* eachEvent(response: Response): AsyncGenerator<ReadEvent> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw new Error(`no stream: ${response.status}`);
  let buffer = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      buffer += value;
      for (let end = buffer.indexOf("\n\n"); end >= 0; end = buffer.indexOf("\n\n")) {
        const event = parse(buffer.slice(0, end));
        buffer = buffer.slice(end + 2);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel();
  }
}

/** Reads events of a stream until one satisfies `until`, or to the end, and then closes the connection. */
export async function readEvents(
  response: Response,
  until: (event: ReadEvent) => boolean = () => false,
): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const event of eachEvent(response)) {
    events.push(event);
    if (until(event)) break;
  }
  return events;
}

function parse(block: string): ReadEvent | undefined {
  if (block.startsWith(":")) return undefined;
  const fields = new Map(
    block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  return {
    id: fields.get("id") ?? "",
    event: fields.get("event") ?? "",
    data: JSON.parse(fields.get("data") ?? "null"),
  };
}

export const joinOutput = (events: ReadEvent[]): string =>
  events
    .filter(({ event }) => event === "output")
    .map(({ data }) => String(data.text))
    .join("");

/** Starts a run and returns its event stream. */
export function openRun(
  url: string,
  token: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/execute/run`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/** Follows a run from the events after `after`. */
export function followFrom(url: string, token: string, runId: string, after: string): Promise<Response> {
  return fetch(`${url}/api/v1/execute/runs/${runId}/events`, {
    headers: { authorization: `Bearer ${token}`, accept: "text/event-stream", "last-event-id": after },
  });
}
