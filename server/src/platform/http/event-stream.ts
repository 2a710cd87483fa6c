import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * How often a heartbeat is sent. A proxy closes a connection that is silent for a minute; phone networks close it
 * earlier.
 */
const HEARTBEAT_MS = 15_000;

export interface StreamEvent {
  /** The id from which a client resumes. An event without an id does not change the client's position. */
  id?: number | string;
  /** The event's name. Protocols without names leave it out. */
  event?: string;
  data: unknown;
}

/** Data of an event that is sent as it is instead of as JSON, such as the last event of OpenAI's streams. */
export class PlainData {
  readonly text: string;

  /** @param text one line */
  constructor(text: string) {
    this.text = text;
  }
}

/** Returns whether a client requested server-sent events. */
export function isEventStreamRequest(request: FastifyRequest): boolean {
  return (request.headers.accept ?? "").includes("text/event-stream");
}

/** Returns the id of the last event that the client has received, after which it wants to resume. */
export function readLastEventId(request: FastifyRequest): string | undefined {
  const header = request.headers["last-event-id"];
  return typeof header === "string" ? header : undefined;
}

/**
 * Sends server-sent events until they end or the client disconnects, and waits for a slow client instead of
 * buffering. Check anything that could be reported as an error status before you call this.
 */
export async function sendEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  events: (signal: AbortSignal) => AsyncIterable<StreamEvent>,
): Promise<void> {
  reply.hijack();
  const response = reply.raw;
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value);
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
    "x-request-id": request.id,
  });
  response.flushHeaders();
  const heartbeat = setInterval(() => response.write(": still here\n\n"), HEARTBEAT_MS);
  try {
    for await (const event of events(gone.signal)) {
      if (gone.signal.aborted) break;
      if (!response.write(formatEvent(event))) await once(response, "drain", { signal: gone.signal });
    }
    response.end();
  } catch (error) {
    if (!gone.signal.aborted) request.log.error({ err: error }, "an event stream was interrupted");
    response.destroy();
  } finally {
    clearInterval(heartbeat);
  }
}

function formatEvent({ id, event, data }: StreamEvent): string {
  const place = id === undefined ? "" : `id: ${id}\n`;
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${place}${name}data: ${data instanceof PlainData ? data.text : JSON.stringify(data)}\n\n`;
}
