import type { Problem } from "@stoa/contract/errors";

/** A non-OK response, with the server's problem if it sent one. The message is 'HTTP {status}: {statusText}'. */
export class HttpError extends Error {
  readonly status: number;
  readonly problem: Problem | null;

  constructor(status: number, statusText: string, problem: Problem | null) {
    super(`HTTP ${status}: ${statusText}`);
    this.name = "HttpError";
    this.status = status;
    this.problem = problem;
  }
}

/** A request that got no response. The message is 'Network error: ...'. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super(`Network error: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = "NetworkError";
  }
}

/** Returns whether an error is a response with that status. */
export function hasStatus(error: unknown, status: number): error is HttpError {
  return error instanceof HttpError && error.status === status;
}

/** Returns the server's message for users, if there is one. */
export function getServerDetail(error: unknown): string | undefined {
  return error instanceof HttpError ? error.problem?.detail : undefined;
}
