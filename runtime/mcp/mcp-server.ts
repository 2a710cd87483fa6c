import type { Readable } from "node:stream";
import type { HttpRequest, HttpResponse, HttpStream } from "../gateway-http/http-client.ts";

/** A response whose body is complete or still arriving. */
export type McpResponse = Omit<HttpResponse, "body"> & { body: Uint8Array | Readable };

/** The way in which a run sends its requests to an MCP server. */
export interface McpHttp {
  /** Sends a request. @throws Error with a sentence about the reason if the request is refused or fails */
  send(request: HttpRequest): Promise<McpResponse>;
  /** Opens the event stream of the older transport. Returns undefined if the run cannot read streams. */
  open?(request: HttpRequest): Promise<HttpStream> | undefined;
}

/** The transports of MCP over HTTP: streamable HTTP, or server-sent events as until protocol 2024-11-05. */
export type McpTransport = "httpStreamable" | "sse";

/** An MCP server as a run reaches it. */
export interface McpServer {
  url: URL;
  /** The transport that is tried first. If the server does not support it, the client uses the other transport. */
  transport: McpTransport;
  http: McpHttp;
  /** The time limit for connecting and for each request. */
  timeoutMs: number;
  /** Aborts when the run ends. */
  signal: AbortSignal;
}
