import { once } from "node:events";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A proxy drops a connection that is silent for a minute; phones after less. */
const HEARTBEAT_MS = 15_000;

export interface StreamEvent {
  /** What a client names to go on after it; an event without one leaves that as it was. */
  id?: number | string;
  event: string;
  data: unknown;
}

/** Whether a client asked for server-sent events. */
export function wantsEvents(request: FastifyRequest): boolean {
  return (request.headers.accept ?? "").includes("text/event-stream");
}

/** The id of the last event that a client has seen: where it wants to go on. */
export function lastEventId(request: FastifyRequest): string | undefined {
  const header = request.headers["last-event-id"];
  return typeof header === "string" ? header : undefined;
}

/**
 * Answers with server-sent events until they end or the client goes; waits for a slow client instead of
 * buffering. The events must not fail for reasons the client could have been told by a status.
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
      if (!response.write(textOf(event))) await once(response, "drain", { signal: gone.signal });
    }
    response.end();
  } catch (error) {
    if (!gone.signal.aborted) request.log.error({ err: error }, "an event stream broke off");
    response.destroy();
  } finally {
    clearInterval(heartbeat);
  }
}

function textOf({ id, event, data }: StreamEvent): string {
  const place = id === undefined ? "" : `id: ${id}\n`;
  return `${place}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
