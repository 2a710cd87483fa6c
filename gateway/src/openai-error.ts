import { TooMuchWork, WorkFailed } from "./work/work-errors.ts";

/** What an error is about, in the words of OpenAI's API. */
export type OpenAiErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "insufficient_quota"
  | "rate_limit_error"
  | "api_error";

/** What a provider's failure means for the call. */
export interface ProviderFault {
  /** Another model may answer in its place. */
  fallsBack: boolean;
  /** The provider may have worked on the prompt, and ask for it. */
  spent: boolean;
  /** What had come of an answer when it broke off. */
  arrived?: string;
}

interface GatewayErrorInit {
  status: number;
  type: OpenAiErrorType;
  code: string;
  /** The request field that is wrong, as a path. */
  param?: string;
  /** False tells OpenAI's clients not to send the same request again. */
  retry?: false;
  retryAfterSeconds?: number;
  fault?: ProviderFault;
  cause?: unknown;
}

/** An error whose message may be read by agent code. What it may not read goes into `cause`. */
export class GatewayError extends Error {
  readonly status: number;
  readonly type: OpenAiErrorType;
  readonly code: string;
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number | undefined;
  /** Private, since it may hold a part of an answer, and what an error shows is logged. */
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

  /** Only where a provider was to answer. */
  get fault(): ProviderFault | undefined {
    return this.#fault;
  }
}

/** What OpenAI's clients read an error from. */
export function openAiError({ message, type, param, code }: GatewayError) {
  return { error: { message, type, param, code } };
}

/** The same as a JSON body. */
export function openAiErrorBody(error: GatewayError): string {
  return JSON.stringify(openAiError(error));
}

/** A 400 about one field of the request. */
export function invalidRequest(message: string, param?: string, code = "invalid_request"): GatewayError {
  return new GatewayError(message, {
    status: 400,
    type: "invalid_request_error",
    code,
    ...(param === undefined ? {} : { param }),
  });
}

/** Turns whatever was thrown into an error that may be shown; an unforeseen one tells agent code nothing. */
export function asGatewayError(thrown: unknown): GatewayError {
  if (thrown instanceof GatewayError) return thrown;
  if (thrown instanceof TooMuchWork)
    return new GatewayError("Too many of your long model calls are being read. Try again shortly.", {
      status: 429,
      type: "rate_limit_error",
      code: "too_many_parallel_calls",
      retryAfterSeconds: 1,
      cause: thrown,
    });
  if (thrown instanceof WorkFailed)
    return new GatewayError("This request takes too long to read. Send less at once.", {
      status: 413,
      type: "invalid_request_error",
      code: "request_too_large",
      cause: thrown,
    });
  return new GatewayError("The model gateway failed to handle this request.", {
    status: 500,
    type: "api_error",
    code: "gateway_error",
    cause: thrown,
  });
}
