import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "../http/app-error.ts";

interface RouteRefusalInit {
  status: number;
  /** A stable code on which programs can branch. */
  code: string;
  /**
   * The text for the run's trace, which the agent's developer may read. It contains nothing that the agent's code
   * sent.
   */
  reason?: string;
  retryAfterSeconds?: number;
  headers?: Readonly<Record<string, string>>;
  /** Additional fields of the reply's body. */
  details?: Readonly<Record<string, unknown>>;
  /** The cause, which is only logged and never sent. */
  cause?: unknown;
}

/** The error with which a route refuses a request from a run. The agent's code receives its message. */
export class RouteRefusal extends Error {
  override readonly name = "RouteRefusal";
  readonly status: number;
  readonly code: string;
  readonly reason: string;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(message: string, init: RouteRefusalInit) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.status = init.status;
    this.code = init.code;
    this.reason = init.reason ?? message;
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.headers = init.headers ?? {};
    this.details = init.details ?? {};
  }
}

/** Converts an error to the refusal that gives a run the reply that an HTTP client would get for the same error. */
export function toRouteRefusal({
  status,
  code,
  message,
  errors,
  needs,
  hosts,
  headers,
}: AppError): RouteRefusal {
  const { "retry-after": retryAfter, ...otherHeaders } = headers;
  return new RouteRefusal(message, {
    status,
    code,
    headers: otherHeaders,
    details: { ...(errors && { errors }), ...(needs && { needs }), ...(hosts && { hosts }) },
    ...(retryAfter !== undefined && { retryAfterSeconds: Number(retryAfter) }),
  });
}

/** Replies with the refusal. If a reply has already begun, closes its connection instead. */
export function sendRefusal(request: IncomingMessage, response: ServerResponse, refusal: RouteRefusal): void {
  if (response.closed) return;
  if (response.headersSent) return void response.destroy();
  const { status, code, message, retryAfterSeconds, headers, details } = refusal;
  response.writeHead(status, {
    "content-type": "application/json",
    // Distinguishes the refusal from the response of a service.
    "x-stoa-error": code,
    // Tells clients with automatic retries whether another attempt can succeed.
    "x-should-retry": retryAfterSeconds === undefined ? "false" : "true",
    ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    ...headers,
    ...(!request.complete && { connection: "close" }),
  });
  response.end(JSON.stringify({ error: code, detail: message, ...details }));
}
