import { Readable } from "node:stream";
import type { NodeContext } from "../model/node-context.ts";
import type { HttpRequest } from "../model/services.ts";
import type { RequestCredential } from "../nodes/http/request-credential.ts";
import { openSigned, sendSigned } from "../nodes/http/signed-request.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Of the headers the client reads these. Others may be what a response of our own may not have. */
const READ_HEADERS = new Set(["content-type", "mcp-session-id", "www-authenticate"]);
/** Answers that have no body by what they are. */
const EMPTY = new Set([202, 204, 205, 304]);

function responseOf(
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  body: ConstructorParameters<typeof Response>[0],
): Response {
  const read = Object.entries(headers).filter(([name]) => READ_HEADERS.has(name));
  return new Response(EMPTY.has(status) ? null : body, { status, headers: read });
}

/**
 * The run's own way to the internet as a `fetch`, for what is posted. A stream that the server would begin of itself is
 * not had.
 */
export function postingFetch(context: NodeContext, credential: RequestCredential, timeoutMs: number): Fetch {
  return async (url, init = {}) => {
    if ((init.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    const answer = await sendSigned(context, credential, requestOf(url, init, { context, timeoutMs }));
    const isEmpty = answer.body.byteLength === 0;
    return responseOf(answer, isEmpty ? null : Buffer.from(answer.body));
  };
}

/** The same, whose answers to GET are read as they come: the stream of the older transport. */
export function streamingFetch(
  context: NodeContext,
  credential: RequestCredential,
  timeoutMs: number,
): Fetch {
  const post = postingFetch(context, credential, timeoutMs);
  return async (url, init = {}) => {
    if ((init.method ?? "GET") !== "GET") return post(url, init);
    const request = requestOf(url, init, { context, timeoutMs });
    const answer = await openSigned(context, credential, request);
    if (!answer) return new Response(null, { status: 405 });
    init.signal?.addEventListener("abort", () => answer.body.destroy(), { once: true });
    answer.body.on("error", () => undefined);
    return responseOf(answer, Readable.toWeb(answer.body) as ReadableStream<Uint8Array>);
  };
}

function requestOf(
  url: string | URL,
  init: RequestInit,
  { context, timeoutMs }: { context: NodeContext; timeoutMs: number },
): HttpRequest {
  return {
    method: init.method ?? "GET",
    url: String(url),
    headers: Object.fromEntries(new Headers(init.headers)),
    ...(typeof init.body === "string" && { body: init.body }),
    maxRedirects: 5,
    timeoutMs,
    signal: context.signal,
  };
}
