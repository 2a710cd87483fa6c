import type { AgentConnector, ErrorCode, Problem, UploadCheck } from "./api-types.gen.ts";

/** The base class of every error that this package throws. */
export class StoaError extends Error {
  override name = "StoaError";
}

/** There was no response: the server is unreachable, or the connection broke. */
export class ConnectionError extends StoaError {
  override name = "ConnectionError";
}

/** There was no response in time. */
export class TimeoutError extends ConnectionError {
  override name = "TimeoutError";
}

/** An error response from the server. */
export class ApiError extends StoaError {
  override name = "ApiError";
  readonly status: number;
  /** A stable code to branch on. It is `unknown` if a proxy responded instead of the server. */
  readonly code: ErrorCode | "unknown";
  /** A description for people. */
  readonly detail: string;
  /** The ID to give to the operator when you ask for help. */
  readonly requestId: string | undefined;
  /** The invalid fields, each with the reason. */
  readonly fields: readonly { field: string; message: string }[];
  /** All checks of a rejected upload; empty for other errors. */
  readonly checks: readonly UploadCheck[];
  /** The access that you must allow the agent before it can run, if `code` is `grant_needed`. */
  readonly needs: readonly AgentConnector[];
  /** The number of seconds to wait before retrying. */
  readonly retryAfter: number | undefined;

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number) {
    const detail = problem.detail ?? `The server returned ${status}`;
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

/** 400 and 422: the request is invalid. `fields` lists the reasons. */
export class InvalidRequestError extends ApiError {
  override name = "InvalidRequestError";
}

/** 401: the key is missing or invalid. */
export class AuthenticationError extends ApiError {
  override name = "AuthenticationError";
}

/** 402: your balance or a spending limit is too low. Nothing was started. */
export class InsufficientCreditsError extends ApiError {
  override name = "InsufficientCreditsError";
}

/** 403: you are not allowed to do this. */
export class ForbiddenError extends ApiError {
  override name = "ForbiddenError";
}

/** 404: the object does not exist, or it belongs to another account. */
export class NotFoundError extends ApiError {
  override name = "NotFoundError";
}

/** 409: the request conflicts with the current state. */
export class ConflictError extends ApiError {
  override name = "ConflictError";
}

/** 413: the request is too large. */
export class TooLargeError extends ApiError {
  override name = "TooLargeError";
}

/** 429: too many requests. `retryAfter` says how long to wait. */
export class RateLimitError extends ApiError {
  override name = "RateLimitError";
}

/** 503: the server is full, or a service that it needs is unavailable. */
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

/** Parses an error response, including one from a proxy. */
export async function readApiError(response: Response): Promise<ApiError> {
  const body = tryParseJson(await response.text());
  const problem: Partial<Problem> = typeof body === "object" && body !== null ? body : {};
  const errorClass = BY_STATUS[response.status] ?? ApiError;
  return new errorClass(response.status, problem, parseRetryAfter(response.headers.get("retry-after")));
}

function tryParseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Returns the seconds of `Retry-After`, which is a number of seconds or a date (RFC 9110). */
function parseRetryAfter(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}
