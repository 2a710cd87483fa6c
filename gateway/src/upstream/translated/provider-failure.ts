import {
  AISDKError,
  APICallError,
  InvalidPromptError,
  UnsupportedFunctionalityError,
} from "@ai-sdk/provider";
import { GatewayError, openAiErrorBody } from "../../openai-error.ts";
import { networkCode } from "../provider-error.ts";

/** A provider's failure in the form of its HTTP response. */
export interface WireFailure {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** Returns an unreadable answer, which makes the relays report one. */
const UNREADABLE = "unreadable";

function failure(status: number, message: string): WireFailure {
  return { status, headers: {}, body: JSON.stringify({ error: { message } }) };
}

/** Returns the provider's error. Undefined if the connection failed. */
export function failureOf(thrown: unknown): WireFailure | undefined {
  if (thrown instanceof GatewayError)
    return { status: thrown.status, headers: {}, body: openAiErrorBody(thrown) };
  if (thrown instanceof RangeError) return { status: 200, headers: {}, body: UNREADABLE };
  if (APICallError.isInstance(thrown) && isRefusal(thrown.statusCode)) {
    const { statusCode, responseHeaders, responseBody, message } = thrown;
    const body = responseBody === undefined || responseBody === "" ? undefined : responseBody;
    return {
      status: statusCode,
      headers: responseHeaders ?? {},
      body: body ?? failure(statusCode, message).body,
    };
  }
  if (networkCode(thrown) !== "unknown") return undefined;
  if (UnsupportedFunctionalityError.isInstance(thrown) || InvalidPromptError.isInstance(thrown))
    return failure(400, thrown.message);
  if (AISDKError.isInstance(thrown)) {
    const hasNoAnswer = APICallError.isInstance(thrown) && thrown.statusCode === undefined;
    return hasNoAnswer ? undefined : { status: 200, headers: {}, body: UNREADABLE };
  }
  return streamedFailure(thrown);
}

function isRefusal(status: number | undefined): status is number {
  return status !== undefined && status !== 200;
}

/** Anthropic and Google send an error in the middle of a stream as an object with a message. */
function streamedFailure(thrown: unknown): WireFailure | undefined {
  if (thrown instanceof Error || typeof thrown !== "object" || thrown === null) return undefined;
  const message = "message" in thrown && typeof thrown.message === "string" ? thrown.message : "";
  return failure(500, message);
}

/** Use the connection's own error: the errors around it contain the request, which must not be logged. */
export function rootCause(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  return thrown.cause instanceof Error ? rootCause(thrown.cause) : thrown;
}
