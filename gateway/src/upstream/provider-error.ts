import { GatewayError } from "../openai-error.ts";
import { type ProviderError, readError } from "./provider-answer.ts";

/** A provider's message is a sentence or two. */
const MAX_MESSAGE_CHARS = 500;
/** A longer pause than a run lasts is no use to it. */
const MAX_RETRY_AFTER_SECONDS = 600;

/** Keys, organisations and projects stand in some of OpenAI's messages; they are the operator's. */
const OPERATORS_OWN = /\b(?:sk|org|proj|user|req)[-_][A-Za-z0-9*_-]{4,}/g;

function redact(message: string, apiKey: string | undefined): string {
  const withoutKey = apiKey === undefined ? message : message.replaceAll(apiKey, "[removed]");
  return withoutKey.replace(OPERATORS_OWN, "[removed]").slice(0, MAX_MESSAGE_CHARS);
}

function unavailable(message: string, code: string, cause: unknown, retry?: false): GatewayError {
  return new GatewayError(message, {
    status: 502,
    type: "api_error",
    code,
    cause,
    ...(retry === undefined ? {} : { retry }),
  });
}

function rateLimited(retryAfter: string | undefined, cause: unknown): GatewayError {
  const seconds = Number(retryAfter);
  const isSane = Number.isFinite(seconds) && seconds > 0 && seconds <= MAX_RETRY_AFTER_SECONDS;
  return new GatewayError("The provider limits how fast this server may call it. Try again shortly.", {
    status: 429,
    type: "rate_limit_error",
    code: "provider_rate_limited",
    cause,
    ...(isSane ? { retryAfterSeconds: Math.ceil(seconds) } : {}),
  });
}

function rejected(status: number, error: ProviderError, apiKey: string | undefined): GatewayError {
  const code = typeof error.code === "string" ? error.code.slice(0, 64) : "provider_rejected";
  const message = redact(error.message, apiKey);
  return new GatewayError(`The provider rejected the request: ${message}`, {
    status,
    type: "invalid_request_error",
    code,
    ...(typeof error.param === "string" ? { param: error.param.slice(0, 128) } : {}),
    cause: error,
  });
}

/** A provider's error answer. */
export interface ProviderFailure {
  status: number;
  body: string;
  retryAfter: string | undefined;
}

/** Turns a provider's error answer into one that agent code may read: no key, no header, no organisation. */
export function providerError(failure: ProviderFailure, apiKey: string | undefined): GatewayError {
  const { status, body, retryAfter } = failure;
  const error = readError(body);
  if (status === 401 || status === 403) {
    return unavailable("The provider refused the operator's key.", "provider_refused_key", failure, false);
  }
  if (status === 402 || error?.code === "insufficient_quota") {
    const message = "The operator's account with the provider has no credit left.";
    return unavailable(message, "provider_quota_exhausted", failure, false);
  }
  if (status === 429) return rateLimited(retryAfter, failure);
  const isAboutRequest = [400, 404, 413, 415, 422].includes(status);
  if (isAboutRequest && error !== undefined) return rejected(status, error, apiKey);
  return unavailable(`The provider failed with status ${status}.`, "provider_failed", failure);
}

/** An error that the provider sent in the middle of a stream. */
export function streamedError(error: ProviderError, apiKey: string | undefined): GatewayError {
  const message = `The provider broke off: ${redact(error.message, apiKey)}`;
  return unavailable(message, "provider_failed", error);
}

/** The provider's answer could not be read, or is too large. */
export function unreadableAnswer(detail: string): GatewayError {
  return unavailable(`The provider's answer could not be used: ${detail}.`, "provider_unreadable", undefined);
}

const TIMEOUTS: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: "could not be reached in time",
  UND_ERR_HEADERS_TIMEOUT: "did not begin to answer in time",
  UND_ERR_BODY_TIMEOUT: "stopped in the middle of its answer",
};

/** The code of a network error, such as ECONNREFUSED. */
export function networkCode(error: unknown): string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : "unknown";
}

/** The connection to the provider failed or took too long. */
export function connectionError(error: unknown): GatewayError {
  const late = TIMEOUTS[networkCode(error)];
  if (late === undefined) {
    return unavailable("The connection to the provider failed.", "provider_unreachable", error);
  }
  return new GatewayError(`The provider ${late}.`, {
    status: 504,
    type: "api_error",
    code: "provider_timeout",
    cause: error,
  });
}
