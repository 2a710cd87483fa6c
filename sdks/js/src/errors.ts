import type { AgentConnector, ErrorCode, Problem, UploadCheck } from "./api-types.gen.ts";

/** Everything that this package throws by itself. */
export class StoaError extends Error {
  override name = "StoaError";
}

/** There is no answer: the server cannot be reached, or the connection broke. */
export class ConnectionError extends StoaError {
  override name = "ConnectionError";
}

/** There is no answer in time. */
export class TimeoutError extends ConnectionError {
  override name = "TimeoutError";
}

/** The server says no. */
export class ApiError extends StoaError {
  override name = "ApiError";
  readonly status: number;
  /** Stable, to branch on; `unknown` where something between answered for the server. */
  readonly code: ErrorCode | "unknown";
  /** For people. */
  readonly detail: string;
  /** What to name when you ask the operator about it. */
  readonly requestId: string | undefined;
  /** The fields that are wrong, each with the reason. */
  readonly fields: readonly { field: string; message: string }[];
  /** Of a refused upload: every check. */
  readonly checks: readonly UploadCheck[];
  /** Of `grant_needed`: what you must allow the agent before it can run. */
  readonly needs: readonly AgentConnector[];
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    const detail = problem.detail ?? `The server answered ${status}`;
    super(problem.request_id === undefined ? detail : `${detail} (request ${problem.request_id})`);
    this.status = status;
    this.code = problem.error ?? "unknown";
    this.detail = detail;
    this.requestId = problem.request_id;
    this.fields = problem.errors ?? [];
    this.checks = problem.checks ?? [];
    this.needs = problem.needs ?? [];
    this.retryAfter = retryAfter;
  }
}

/** 400 and 422: the request is wrong; `fields` says where. */
export class InvalidRequestError extends ApiError {
  override name = "InvalidRequestError";
}

/** 401: there is no key, or it is not good. */
export class AuthenticationError extends ApiError {
  override name = "AuthenticationError";
}

/** 402: the balance or a limit of yours does not allow it. Nothing was started. */
export class InsufficientCreditsError extends ApiError {
  override name = "InsufficientCreditsError";
}

/** 403: not allowed. */
export class ForbiddenError extends ApiError {
  override name = "ForbiddenError";
}

/** 404: not there, or somebody else's. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** 409: it conflicts with what is there. */
export class ConflictError extends ApiError {
  override name = "ConflictError";
}

/** 413: the request is too large. */
export class TooLargeError extends ApiError {
  override name = "TooLargeError";
}

/** 429: you ask too often; `retryAfter` says for how long to wait. */
export class RateLimitError extends ApiError {
  override name = "RateLimitError";
}

/** 503: the server is full, or what it needs for this is not there. */
export class UnavailableError extends ApiError {
  override name = "UnavailableError";
}

const BY_STATUS: Readonly<Record<number, typeof ApiError>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: ForbiddenError,
  404: NotFoundError,
  409: ConflictError,
  413: TooLargeError,
  422: InvalidRequestError,
  429: RateLimitError,
  503: UnavailableError,
};

/** Reads the error of an answer, also of one that something between wrote. */
export async function apiErrorOf(response: Response): Promise<ApiError> {
  const body = parsedOrNothing(await response.text());
  const problem: Partial<Problem> = typeof body === "object" && body !== null ? body : {};
  const errorClass = BY_STATUS[response.status] ?? ApiError;
  return new errorClass(response.status, problem, secondsOf(response.headers.get("retry-after")));
}

function parsedOrNothing(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** `Retry-After` is a number of seconds or a date (RFC 9110). */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
