import {
  AISDKError,
  APICallError,
  InvalidPromptError,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { GatewayError, openAiErrorBody } from "../../openai-error.ts";
import { getNetworkCode } from "../provider-error.ts";

/** A provider's failure in the form of its HTTP response. */
export interface WireFailure {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** A body that is not valid JSON, so that the relays report an unreadable answer. */
const UNREADABLE = "unreadable";

function createFailure(status: number, message: string): WireFailure {
  return { status, headers: {}, body: JSON.stringify({ error: { message } }) };
}

/** Returns the HTTP response that reports an error, or undefined if the connection failed or the error is unknown. */
export function toWireFailure(thrown: unknown): WireFailure | undefined {
  if (thrown instanceof GatewayError)
    return { status: thrown.status, headers: {}, body: openAiErrorBody(thrown) };
  if (thrown instanceof RangeError) return { status: 200, headers: {}, body: UNREADABLE };
  if (APICallError.isInstance(thrown) && isRefusal(thrown.statusCode)) {
    const { statusCode, responseHeaders, responseBody, message } = thrown;
    const body = responseBody === undefined || responseBody === "" ? undefined : responseBody;
    return {
      status: statusCode,
      headers: responseHeaders ?? {},
      body: body ?? createFailure(statusCode, message).body,
    };
  }
  if (getNetworkCode(thrown) !== "unknown") return undefined;
  if (UnsupportedFunctionalityError.isInstance(thrown) || InvalidPromptError.isInstance(thrown))
    return createFailure(400, thrown.message);
  if (AISDKError.isInstance(thrown)) {
    const hasNoAnswer = APICallError.isInstance(thrown) && thrown.statusCode === undefined;
    return hasNoAnswer ? undefined : { status: 200, headers: {}, body: UNREADABLE };
  }
  return toStreamFailure(thrown);
}

function isRefusal(status: number | undefined): status is number {
  return status !== undefined && status !== 200;
}

/**
 * Returns the error of an event in the middle of a stream, which Anthropic and Google send as an object with a message.
 */
function toStreamFailure(thrown: unknown): WireFailure | undefined {
  if (thrown instanceof Error || typeof thrown !== "object" || thrown === null) return undefined;
  const message = "message" in thrown && typeof thrown.message === "string" ? thrown.message : "";
  return createFailure(500, message);
}

/** Returns the connection's own error. The errors that wrap it contain the request, which must not be logged. */
export function findRootCause(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  return thrown.cause instanceof Error ? findRootCause(thrown.cause) : thrown;
}
