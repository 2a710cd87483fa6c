import { Readable } from "node:stream";
import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { NodeContext } from "../model/node-context.ts";
import type { HttpRequest } from "../model/services.ts";
import { openWithAuthentication, requestWithAuthentication } from "../nodes/http/authenticated-request.ts";
import type { RequestCredentials } from "../nodes/http/credentials.ts";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** The headers that the client reads. Other headers might not be allowed in a Response. */
const READ_HEADERS = new Set(["content-type", "mcp-session-id", "www-authenticate"]);
/** Statuses that never have a body. */
const EMPTY = new Set([202, 204, 205, 304]);

function findResponse(
  { status, headers }: { status: number; headers: Readonly<Record<string, string>> },
  body: ConstructorParameters<typeof Response>[0],
): Response {
  const read = Object.entries(headers).filter(([name]) => READ_HEADERS.has(name));
  return new Response(EMPTY.has(status) ? null : body, { status, headers: read });
}

/**
 * Creates a `fetch` over the run's HTTP access, for POST requests. It does not open the server's optional event stream.
 */
function createPostingFetch(context: NodeContext, credential: RequestCredentials, timeoutMs: number): Fetch {
  return async (url, init = {}) => {
    if ((init.method ?? "GET") === "GET") return new Response(null, { status: 405 });
    const answer = await requestWithAuthentication(
      context,
      credential,
      buildRequest(url, init, { context, timeoutMs }),
    );
    const isEmpty = answer.body.byteLength === 0;
    return findResponse(answer, isEmpty ? null : Buffer.from(answer.body));
  };
}

/** Creates a `fetch` that also streams the responses to GET requests, for the SSE transport. */
function createStreamingFetch(
  context: NodeContext,
  credential: RequestCredentials,
  timeoutMs: number,
): Fetch {
  const post = createPostingFetch(context, credential, timeoutMs);
  return async (url, init = {}) => {
    if ((init.method ?? "GET") !== "GET") return post(url, init);
    const request = buildRequest(url, init, { context, timeoutMs });
    const answer = await openWithAuthentication(context, credential, request);
    if (!answer) return new Response(null, { status: 405 });
    init.signal?.addEventListener("abort", () => answer.body.destroy(), { once: true });
    answer.body.on("error", () => undefined);
    return findResponse(answer, Readable.toWeb(answer.body) as ReadableStream<Uint8Array>);
  };
}

function buildRequest(
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

/** The MCP transports: streamable HTTP, or server-sent events. */
export type McpTransport = "httpStreamable" | "sse";

/** A server and the connector that authenticates requests to it. */
export interface McpServer {
  endpoint: string;
  credential: RequestCredentials;
  /** The transport that the node chooses. If the server does not support it, the client uses the other transport. */
  transport: McpTransport;
}

/** Statuses with which servers reject a transport that they do not support. */
const UNKNOWN_THERE = new Set([400, 404, 405, 406, 415]);

const isUnknownThere = (error: unknown) =>
  error instanceof Error && UNKNOWN_THERE.has((error as { code?: number }).code ?? 0);

async function connectBy(
  transport: McpTransport,
  client: Client,
  context: NodeContext,
  { endpoint, credential }: McpServer,
  timeoutMs: number,
): Promise<void> {
  const url = new URL(endpoint);
  if (transport === "sse") {
    // oxlint-disable-next-line typescript/no-deprecated -- it serves servers that support nothing newer
    const { SSEClientTransport } = await import("@modelcontextprotocol/sdk/client/sse.js");
    const fetch = createStreamingFetch(context, credential, timeoutMs);
    return client.connect(new SSEClientTransport(url, { fetch }), { timeout: timeoutMs });
  }
  const { StreamableHTTPClientTransport } = await import(
    "@modelcontextprotocol/sdk/client/streamableHttp.js"
  );
  const fetch = createPostingFetch(context, credential, timeoutMs);
  // The transport's session ID may be undefined, which the interface does not declare.
  return client.connect(new StreamableHTTPClientTransport(url, { fetch }), { timeout: timeoutMs });
}

/**
 * Returns a client that is connected with the transport that the node chooses, or with the other transport if the
 * server does not support the chosen transport.
 */
export async function connectMcpClient(
  createClient: () => Client,
  context: NodeContext,
  server: McpServer,
  timeoutMs: number,
): Promise<Client> {
  const first = createClient();
  try {
    await connectBy(server.transport, first, context, server, timeoutMs);
    return first;
  } catch (error) {
    await first.close().catch(() => undefined);
    if (!isUnknownThere(error)) throw error;
    const other = server.transport === "sse" ? "httpStreamable" : "sse";
    const second = createClient();
    try {
      await connectBy(other, second, context, server, timeoutMs);
      return second;
    } catch (again) {
      await second.close().catch(() => undefined);
      throw isUnknownThere(again) ? error : again;
    }
  }
}
