import { Readable } from "node:stream";
import { MCP_BOUNDS } from "./bounds.ts";
import type { McpResponse, McpServer } from "./mcp-server.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The headers that the client reads. Other headers might not be allowed in a Response. */
const READ_HEADERS = new Set(["content-type", "location", "mcp-session-id", "www-authenticate"]);
/**
 * The time limit of the event stream of the older transport, which stays open for the whole session. The server ends every
 * request of a run after this time.
 */
const STREAM_MS = 300_000;
/** Statuses that never have a body. */
const EMPTY = new Set([202, 204, 205, 304]);

const TOO_LARGE = `its response is larger than ${MCP_BOUNDS.responseBytes / 1_048_576} MB. Use a tool or arguments that return less`;

/** Called with the body of a request whose response breaks off, and with the reason. */
type ReportBroken = (request: unknown, reason: string) => void;

/** Yields a body. If it breaks off or exceeds the limit, reports why, because the client does not tell the request. */
async function* boundBody(body: Readable, report: (reason: string) => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.byteLength;
      if (bytes > MCP_BOUNDS.responseBytes) throw new Error(TOO_LARGE);
      yield chunk;
    }
  } catch (error) {
    report(error instanceof Error && error.message === TOO_LARGE ? TOO_LARGE : "its response broke off");
    throw error;
  }
}

function toResponse({ status, headers, body }: McpResponse, report: (reason: string) => void): Response {
  const read = Object.entries(headers).filter(([name]) => READ_HEADERS.has(name));
  const init = { status, headers: read };
  if (!(body instanceof Readable)) {
    if (body.byteLength > MCP_BOUNDS.responseBytes) throw new Error(TOO_LARGE);
    return new Response(EMPTY.has(status) || body.byteLength === 0 ? null : Buffer.from(body), init);
  }
  // A stream without a listener would end the process with its error.
  body.on("error", () => undefined);
  if (!EMPTY.has(status))
    return new Response(
      Readable.toWeb(Readable.from(boundBody(body, report))) as ConstructorParameters<typeof Response>[0],
      init,
    );
  body.destroy();
  return new Response(null, init);
}

/**
 * Creates the `fetch` of an MCP client over a run's way out. The optional event stream for messages without a request is
 * not opened, because nothing here reads them.
 * @param streams whether GET requests open the event stream of the older transport
 */
export function createMcpFetch(server: McpServer, streams: boolean, reportBroken: ReportBroken): Fetch {
  const { http, timeoutMs, signal } = server;
  return async (url, init = {}) => {
    const method = init.method ?? "GET";
    const headers = Object.fromEntries(new Headers(init.headers));
    // A server may end the stream of a request early. The client then asks for the rest of it by the last event.
    const continues = headers["last-event-id"] !== undefined;
    if (method === "GET" && !streams && !continues) return new Response(null, { status: 405 });
    const request = {
      method,
      url: String(url),
      headers,
      ...(typeof init.body === "string" && { body: init.body }),
      // The client follows redirects within the origin, and explains all others.
      maxRedirects: 0,
      timeoutMs: method === "GET" && streams ? STREAM_MS : timeoutMs,
      signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
    };
    const answer = await (method === "GET" && streams ? http.open?.(request) : http.send(request));
    if (!answer) return new Response(null, { status: 405 });
    const { body } = answer;
    if (body instanceof Readable)
      request.signal.addEventListener("abort", () => body.destroy(), { once: true });
    return toResponse(answer, (reason) => {
      if (!request.signal.aborted) reportBroken(init.body, reason);
    });
  };
}
