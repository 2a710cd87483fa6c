import type { Socket } from "node:net";
import type { Readable } from "node:stream";

/** Returns the port to use for a host. Only tests use it, because their servers cannot have the usual ports. */
export type ReplacePort = (host: string, port: number) => number;

/** One request to an external server. */
export interface OutboundRequest {
  method: string;
  /** An https URL, or an http URL of an address that the operator allows. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array | string | undefined;
  redirects: RedirectPolicy;
  /** Whether Set-Cookie is kept; several values are joined by line feeds. */
  keepsCookies?: boolean;
  bounds: OutboundBounds;
  signal?: AbortSignal | undefined;
}

/** Decides which redirects of a request are followed and with which headers. */
export interface RedirectPolicy {
  /** The request fails after more redirects than this. */
  max: number;
  /** Whether a redirect from https may lead to plain http. */
  allowsPlainHttp?: boolean;
  /**
   * Decides how each redirect is followed, given the next request. If it throws, the request fails with the same error.
   */
  canFollow(
    next: Pick<OutboundRequest, "method" | "url" | "headers" | "body">,
    from: URL,
  ): Following | Promise<Following>;
}

/**
 * true: the redirect is followed, without Authorization and cookies if it leads to another origin.
 * `with-credentials`: it is followed with all headers, because the target belongs to the same service. `answer`: the
 * redirect itself is the response. false: the request fails.
 */
export type Following = boolean | "with-credentials" | "answer";

export interface OutboundBounds {
  connectMs: number;
  /** The time until the response headers are complete. */
  headMs: number;
  /** The time between two chunks of the body. */
  idleMs: number;
  totalMs: number;
  /** The maximum size of the body, which is never compressed. */
  maxBytes: number;
}

export interface OutboundAnswer {
  status: number;
  /** The headers by lower-case name, without hop-by-hop headers. */
  headers: Readonly<Record<string, string>>;
  /** The body, which fails with OutboundError if a limit is exceeded or the server disconnects. */
  body: Readable;
}

/** A connection for a protocol other than HTTP, which does its own encryption before it sends any secret. */
export interface BareConnection {
  host: string;
  port: number;
  connectMs: number;
  /** Whether the connection stays open for answers after its own side has ended. */
  isHalfOpen?: boolean;
  /** Ends the connection at any time. */
  signal: AbortSignal;
}

/**
 * The error of a request without a usable response: a stable code, and a message that contains no
 * address of our network.
 */
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

/** Makes requests to external servers on behalf of agents' code and users' settings, which are not trusted. */
export interface Outbound {
  /** @throws OutboundError if the request fails before the response headers arrive. */
  request(request: OutboundRequest): Promise<OutboundAnswer>;
  /** @throws OutboundError if the server must not or cannot be reached. */
  connect(connection: BareConnection): Promise<Socket>;
  /** The trusted certificate authorities, for callers that encrypt a connection; undefined means the system's. */
  readonly authorities: readonly string[] | undefined;
  /**
   * Returns the reason why a user must not save a URL, because no request would be allowed to reach it. The check does
   * not contact the server, and every request is checked again. The reason is `not_found` if the host name does not
   * resolve yet.
   */
  checkUrl(url: URL): Promise<OutboundError | undefined>;
  close(): Promise<void>;
}

/** Returns the error for an address in a private network that the operator does not allow. */
export function createAddressRefusal(): OutboundError {
  return new OutboundError(
    "address_refused",
    "The address is in a private network. Use a public address, or ask the operator to allow this address (STOA_OUTBOUND_ALLOW)",
  );
}
