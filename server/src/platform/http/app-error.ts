import type { AgentConnector, ErrorCode, Problem, UploadCheck } from "@stoa/contract";

export interface FieldError {
  field: string;
  message: string;
}

interface AppErrorOptions {
  /** The cause, which is only logged and never sent. */
  cause?: unknown;
  errors?: FieldError[];
  checks?: UploadCheck[];
  needs?: AgentConnector[];
  hosts?: readonly string[];
  headers?: Record<string, string>;
}

/** A failure with a stable code, a message for people and a private cause. */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly checks: UploadCheck[] | undefined;
  readonly needs: AgentConnector[] | undefined;
  readonly hosts: readonly string[] | undefined;
  readonly headers: Record<string, string>;

  constructor(status: number, code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.status = status;
    this.code = code;
    this.errors = options.errors;
    this.checks = options.checks;
    this.needs = options.needs;
    this.hosts = options.hosts;
    this.headers = options.headers ?? {};
  }

  toProblem(title: string, requestId: string): Problem {
    return {
      type: `urn:stoa:error:${this.code}`,
      title,
      status: this.status,
      detail: this.message,
      error: this.code,
      request_id: requestId,
      ...(this.errors && { errors: this.errors }),
      ...(this.checks && { checks: this.checks }),
      ...(this.needs && { needs: this.needs }),
      ...(this.hosts && { hosts: [...this.hosts] }),
    };
  }
}

/**
 * Returns the 404 for an object that does not exist or that belongs to another account. Clients cannot tell the two
 * apart.
 */
export const notFound = (what: string) => new AppError(404, "not_found", `${what} not found`);

/** Returns the 400 for one invalid field. The field's text is also the detail, so that a form can show it anywhere. */
export const invalidField = (field: string, message: string) =>
  new AppError(400, "invalid_request", message, { errors: [{ field, message }] });

/** Returns a 401 with the header that asks for a bearer token. */
export const unauthorized = (detail: string) =>
  new AppError(401, "unauthorized", detail, { headers: { "www-authenticate": 'Bearer realm="stoa"' } });
