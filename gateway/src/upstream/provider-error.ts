import { boundText } from "@stoa/contract/bounded-text";
import { GatewayError, type ProviderFault } from "../openai-error.ts";
import { type ProviderError, readError } from "./provider-answer.ts";

/** The longest wait that is passed on. A longer wait is ignored, because no run lasts longer. */
const MAX_RETRY_AFTER_SECONDS = 600;

/** Matches keys and IDs of organizations and projects. They are the operator's, but some messages contain them. */
const OPERATORS_OWN = /\b(?:(?:sk|org|proj|user|req)[-_][A-Za-z0-9*_-]{4,}|AIza[A-Za-z0-9_-]{4,})/g;

/** Removes secrets. Some providers repeat the key, which must not reach an agent or the log. */
function withoutSecrets(text: string, apiKey: string | undefined): string {
  const withoutKey = apiKey === undefined ? text : text.replaceAll(apiKey, "[removed]");
  return withoutKey.replace(OPERATORS_OWN, "[removed]");
}

function redact(message: string, apiKey: string | undefined): string {
  return boundText(withoutSecrets(message, apiKey));
}

interface Unavailable {
  code: string;
  fault: ProviderFault;
  cause: unknown;
  retry?: false;
  retryAfter?: string | undefined;
}

function createUnavailableError(message: string, about: Unavailable): GatewayError {
  const { code, fault, cause, retry, retryAfter } = about;
  return new GatewayError(message, {
    status: 502,
    type: "api_error",
    code,
    fault,
    cause,
    ...(retry === undefined ? {} : { retry }),
    ...parseRetryAfter(retryAfter),
  });
}

/**
 * Parses the seconds to wait from a number of seconds or a date. Invalid values and waits longer than any run are
 * omitted.
 */
function parseRetryAfter(retryAfter: string | undefined): { retryAfterSeconds?: number } {
  if (retryAfter === undefined) return {};
  const written = Number(retryAfter);
  const seconds = Number.isFinite(written) ? written : (Date.parse(retryAfter) - Date.now()) / 1_000;
  const isSane = seconds > 0 && seconds <= MAX_RETRY_AFTER_SECONDS;
  return isSane ? { retryAfterSeconds: Math.ceil(seconds) } : {};
}

function createRateLimitError(retryAfter: string | undefined, cause: unknown): GatewayError {
  return new GatewayError("The provider is rate limiting this server. Try again shortly.", {
    status: 429,
    type: "rate_limit_error",
    code: "provider_rate_limited",
    fault: { fallsBack: true, spent: false },
    cause,
    ...parseRetryAfter(retryAfter),
  });
}

function createRejection(status: number, error: ProviderError, apiKey: string | undefined): GatewayError {
  const code = typeof error.code === "string" ? error.code.slice(0, 64) : "provider_rejected";
  const message = redact(error.message, apiKey);
  return new GatewayError(`The provider rejected the request: ${message}`, {
    status,
    type: "invalid_request_error",
    code,
    ...(typeof error.param === "string" ? { param: error.param.slice(0, 128) } : {}),
    cause: { ...error, message },
  });
}

/** A provider's error answer. */
export interface ProviderFailure {
  status: number;
  body: string;
  retryAfter: string | undefined;
}

/** Converts a provider's error to one that agent code may read: without the key, the headers or the organization. */
export function createProviderError(failed: ProviderFailure, apiKey: string | undefined): GatewayError {
  const { status, body, retryAfter } = failed;
  const failure = { ...failed, body: withoutSecrets(body, apiKey) };
  const error = readError(body);
  const fault = { fallsBack: status === 429 || status >= 500, spent: false };
  if (status === 401 || status === 403 || isAboutKey(body)) {
    const about = { code: "provider_refused_key", fault, cause: failure, retry: false } as const;
    return createUnavailableError(
      "The provider rejected the operator's key. Ask the operator to replace it.",
      about,
    );
  }
  if (status === 402 || error?.code === "insufficient_quota" || isAboutCredit(body)) {
    const message = "The operator's account with the provider has no credit left. Use another model.";
    const about = { code: "provider_quota_exhausted", fault, cause: failure, retry: false } as const;
    return createUnavailableError(message, about);
  }
  if (status === 429) return createRateLimitError(retryAfter, failure);
  const isAboutRequest = [400, 404, 413, 415, 422].includes(status);
  if (isAboutRequest && error !== undefined) return createRejection(status, error, apiKey);
  return createUnavailableError(`The provider failed with status ${status}. Try again shortly.`, {
    code: "provider_failed",
    fault,
    cause: failure,
    retryAfter,
  });
}

/** Returns whether an error is about the key. Google sends 400, while other providers send 401. */
function isAboutKey(body: string): boolean {
  return body.includes('"API_KEY_INVALID"');
}

/** Returns whether an error is about the operator's credit. Anthropic sends 400, while other providers send 402. */
function isAboutCredit(body: string): boolean {
  return body.includes("credit balance is too low");
}

/** Returns the error for a provider's error event in the middle of a stream. */
export function toStreamError(error: ProviderError, apiKey: string | undefined): GatewayError {
  const message = `The provider interrupted its response: ${redact(error.message, apiKey)}`;
  return createUnavailableError(message, {
    code: "provider_failed",
    fault: { fallsBack: true, spent: false },
    cause: { ...error, message },
  });
}

/** Returns the error for a response that is unreadable or too large. The provider may charge for it anyway. */
export function createUnreadableAnswerError(detail: string, receivedText?: string): GatewayError {
  return createUnavailableError(
    `The provider's response is invalid: ${detail}. Try again or use another model.`,
    {
      code: "provider_unreadable",
      fault: { fallsBack: false, spent: true, ...(receivedText === undefined ? {} : { receivedText }) },
      cause: undefined,
    },
  );
}

const TIMEOUTS: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: "did not accept a connection in time",
  UND_ERR_HEADERS_TIMEOUT: "did not start to respond in time",
  UND_ERR_BODY_TIMEOUT: "stopped in the middle of its response",
};

/** Matches the error codes of connections that were never established, so the provider has received nothing. */
const NOT_CONNECTED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_.*|.*CERT.*)$/;

/** The codes of connection failures that are worth one retry before the first byte of an answer. */
const WORTH_ONE_MORE = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "EAI_AGAIN", "UND_ERR_SOCKET"]);

/** Returns the code of a network error, such as ECONNREFUSED, which `fetch` stores in the cause, or "unknown". */
export function getNetworkCode(error: unknown): string {
  const code: unknown = error instanceof Error && "code" in error ? error.code : undefined;
  if (typeof code === "string") return code;
  return error instanceof Error && error.cause instanceof Error ? getNetworkCode(error.cause) : "unknown";
}

export function isWorthOneMore(error: unknown): boolean {
  return WORTH_ONE_MORE.has(getNetworkCode(error));
}

/** Returns the error for a connection that failed or timed out. */
export function createConnectionError(error: unknown, receivedText?: string): GatewayError {
  const code = getNetworkCode(error);
  /** The original error is not the cause, because it may contain any data that undici could not parse. */
  const cause = { code, reason: error instanceof Error ? error.message : "unknown" };
  const late = TIMEOUTS[code];
  const fault = {
    fallsBack: true,
    spent: !NOT_CONNECTED.test(code),
    ...(receivedText === undefined ? {} : { receivedText }),
  };
  if (late === undefined) {
    const about = { code: "provider_unreachable", fault, cause };
    return createUnavailableError("The connection to the provider failed. Try again shortly.", about);
  }
  return new GatewayError(`The provider ${late}. Try again shortly.`, {
    status: 504,
    type: "api_error",
    code: "provider_timeout",
    fault,
    cause,
  });
}
