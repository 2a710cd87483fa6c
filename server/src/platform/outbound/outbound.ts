import type { Socket } from "node:net";
import type { Readable } from "node:stream";

/** One request to somebody else's server. */
export interface OutboundRequest {
  method: string;
  /** https, and http only to an address that the operator allows. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
  redirects: RedirectPolicy;
  /** Set-Cookie is handed on, several joined by a line feed. */
  keepsCookies?: boolean;
  bounds: OutboundBounds;
  signal?: AbortSignal | undefined;
}

/** Which redirects of a request are followed, and with what. */
export interface RedirectPolicy {
  /** More of them fail the request. */
  max: number;
  /** A redirect from https may lead to plain http. */
  allowsPlainHttp?: boolean;
  /**
   * Asked before each redirect is followed, with the request as it would be sent next. What it throws, the request throws.
   */
  mayFollow(
    next: Pick<OutboundRequest, "method" | "url" | "headers" | "body">,
    from: URL,
  ): Following | Promise<Following>;
}

/**
 * true: it is followed, without Authorization and cookies where it leads to another origin. `with-credentials`: with all
 * headers, as the target is the same service. `answer`: the redirect is an answer like others. false: the request fails.
 */
export type Following = boolean | "with-credentials" | "answer";

export interface OutboundBounds {
  connectMs: number;
  /** Until the first byte of the answer's head. */
  headMs: number;
  /** Between two pieces of its body. */
  idleMs: number;
  totalMs: number;
  /** Of the body as it arrives, and of what it unpacks to. */
  maxBytes: number;
}

export interface OutboundAnswer {
  status: number;
  /** Names in lower case; those of the connection itself are left out. */
  headers: Readonly<Record<string, string>>;
  /** Fails with OutboundError where a bound is passed or the server breaks off. */
  body: Readable;
}

/** A connection for a protocol other than HTTP, which encrypts it by itself before anything secret is sent. */
export interface BareConnection {
  host: string;
  port: number;
  connectMs: number;
  /** Ends it at any time. */
  signal: AbortSignal;
}

/** Why no answer could be had: a stable code, and a sentence that names no address inside our network. */
export class OutboundError extends Error {
  override readonly name = "OutboundError";
  readonly code:
    | "address_refused"
    | "not_found"
    | "unreachable"
    | "tls"
    | "timeout"
    | "too_large"
    | "bad_answer"
    | "bad_redirect"
    | "aborted";

  constructor(code: OutboundError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The way to servers that are not ours, for what strangers' code or settings make us ask. */
export interface Outbound {
  /** @throws OutboundError while there is no head of an answer. */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
  /** @throws OutboundError where the server may not be reached, or cannot. */
  connect(connection: BareConnection): Promise<Socket>;
  /** Authorities that are trusted, for callers that encrypt a connection; undefined: the system's. */
  readonly authorities: readonly string[] | undefined;
  /**
   * Why an address must not be entered: it leads where no request would go, as far as can be said now, without asking
   * its server. What requests do does not rest on it. `not_found` where its name leads nowhere yet.
   */
  refusalOf(url: URL): Promise<OutboundError | undefined>;
  close(): Promise<void>;
}
