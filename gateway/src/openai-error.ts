import { TooMuchWork, WorkFailed } from "./work/work-errors.ts";

/** The error types of OpenAI's API. */
export type OpenAiErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "insufficient_quota"
  | "rate_limit_error"
  | "api_error";

/** The consequences of a provider's failure for the call. */
export interface ProviderFault {
  /** Whether another model may answer instead. */
  fallsBack: boolean;
  /** Whether the provider may have processed the prompt and charge for it. */
  spent: boolean;
  /** The part of the answer that arrived before the connection broke. */
  receivedText?: string;
}

interface GatewayErrorInit {
  status: number;
  type: OpenAiErrorType;
  code: string;
  /** The path of the invalid request field. */
  param?: string;
  /** `false` tells OpenAI's clients not to retry the same request. Without it, they decide themselves. */
  retry?: false;
  retryAfterSeconds?: number;
  fault?: ProviderFault;
  cause?: unknown;
}

/** An error whose message agent code may read. Private details go into `cause`. */
export class GatewayError extends Error {
  readonly status: number;
  readonly type: OpenAiErrorType;
  readonly code: string;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  /** This property is private because it may contain part of an answer, and visible properties of errors are logged. */
  readonly #fault: ProviderFault | undefined;

  constructor(message: string, init: GatewayErrorInit) {
    super(message, { cause: init.cause });
    this.name = "GatewayError";
    this.status = init.status;
    this.type = init.type;
    this.code = init.code;
    this.param = init.param ?? null;
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.#fault = init.fault;
    this.headers = {
      ...(init.retry === false ? { "x-should-retry": "false" } : {}),
      ...(init.retryAfterSeconds === undefined ? {} : { "retry-after": String(init.retryAfterSeconds) }),
    };
  }

  /** The provider's failure; undefined if the error has another cause. */
  get fault(): ProviderFault | undefined {
    return this.#fault;
  }
}

/** Returns the properties that OpenAI's clients read from an error. */
export function openAiError({ message, type, param, code }: GatewayError) {
  return { error: { message, type, param, code } };
}

/** Returns the error as a JSON body. */
export function openAiErrorBody(error: GatewayError): string {
  return JSON.stringify(openAiError(error));
}

/** Returns a 400 error about one field of the request. */
export function createInvalidRequest(
  message: string,
  param?: string,
  code = "invalid_request",
): GatewayError {
  return new GatewayError(message, {
    status: 400,
    type: "invalid_request_error",
    code,
    ...(param === undefined ? {} : { param }),
  });
}

/** Converts anything thrown to an error that agent code may see. An unexpected error reveals no details. */
export function ensureGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (thrown instanceof TooMuchWork)
    return new GatewayError("Too many of your long requests are waiting. Try again shortly.", {
      status: 429,
      type: "rate_limit_error",
      code: "too_many_parallel_calls",
      retryAfterSeconds: 1,
      cause: thrown,
    });
  if (thrown instanceof WorkFailed)
    return new GatewayError("This request takes too long to process. Send less text per request.", {
      status: 413,
      type: "invalid_request_error",
      code: "request_too_large",
      cause: thrown,
    });
  return new GatewayError("The model gateway failed to handle this request. Try again shortly.", {
    status: 500,
    type: "api_error",
    code: "gateway_error",
    cause: thrown,
  });
}
