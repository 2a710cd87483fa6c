import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import type { OutgoingCall } from "../supervisor/declarative/run-connection.ts";

/** A connection of a run to its gateway. */
export interface GatewayClient {
  call(call: OutgoingCall): Promise<IncomingMessage>;
}

export interface HttpRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string;
  /** The maximum number of redirects to follow; 0 returns redirects as responses. */
  maxRedirects: number;
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface HttpResponse {
  status: number;
  statusText: string;
  /**
   * Names are in lower case. Values of the same name are joined by commas, but the values of set-cookie are joined by
   * line feeds.
   */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** A response that is read as it arrives. The receiver must read it completely or destroy it. */
export interface HttpStream extends Omit<HttpResponse, "body"> {
  body: Readable;
}

export interface HttpClient {
  /**
   * Sends a request.
   * @throws Error with a message for the author if there is no response, for example because the host is refused, the
   * response is too large, or TLS fails
   */
  send(request: HttpRequest): Promise<HttpResponse>;
  /**
   * Sends a request whose response is read as it arrives, until the request's time limit. Returns undefined if this client
   * cannot stream.
   */
  open?(request: HttpRequest): Promise<HttpStream> | undefined;
}
