import { boundText } from "@stoa/contract/bounded-text";
import type { JsonValue } from "@stoa/runtime/protocol";
import type { Item } from "../../model/item.ts";
import type { NodeContext } from "../../model/node-context.ts";
import { NodeError } from "../../model/node-error.ts";
import type { HttpResponse } from "../../model/services.ts";
import { decodeText, getCharset } from "../files/text-encoding.ts";

function readBody({ headers, body }: HttpResponse, parse: boolean): JsonValue {
  const text = boundText(decodeText(body, getCharset(headers["content-type"])));
  if (!parse) return text;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** A response with an error status. */
export class HttpStatusError extends Error {
  override readonly name = "StatusRefused";
  readonly status: number;

  constructor(answer: HttpResponse, asJson: boolean) {
    super(`${answer.status} - ${JSON.stringify(readBody(answer, asJson))}`);
    this.status = answer.status;
  }
}

/** n8n's messages, keyed by status. */
const WORDS: Readonly<Record<number, string>> = {
  400: "Bad request - please check your parameters",
  401: "Authorization failed - please check your credentials",
  402: "Payment required - perhaps check your payment details?",
  403: "Forbidden - perhaps check your credentials?",
  404: "The resource you are requesting could not be found",
  405: "Method not allowed - please check you are using the right HTTP method",
  429: "The service is receiving too many requests from you",
  500: "The service was not able to process your request",
  502: "Bad gateway - the service failed to handle your request",
  503: "Service unavailable - try again later or consider setting this node to retry automatically (in the node settings)",
  504: "Gateway timed out - perhaps try again later?",
};

/** Returns n8n's message for a status. */
export function describeStatus(status: number): string {
  const fallback =
    status < 500 ? "Your request is invalid or could not be processed by the service" : WORDS[500];
  return WORDS[status] ?? fallback ?? "";
}

const SLOWER = "Try spacing your requests out using the batching settings under 'Options'";

/** Returns the error that stops the node after a failed request. */
export function toRequestError(context: NodeContext, error: unknown, itemIndex: number): unknown {
  if (!(error instanceof Error) || error instanceof NodeError) return error;
  if (!(error instanceof HttpStatusError))
    return context.failure(error.message, { itemIndex }, { cause: error });
  return context.failure(
    `${describeStatus(error.status)}: ${error.message}`,
    { itemIndex },
    { cause: error },
  );
}

/** Returns the error item of a failed request. */
export function toErrorItem(error: unknown, itemIndex: number): Item {
  return { json: { error: getReason(error) }, pairedItem: { item: itemIndex }, failed: true };
}

function getReason(error: unknown): JsonValue {
  if (error instanceof NodeError) return error.message;
  if (error instanceof HttpStatusError)
    return {
      message: error.status === 429 ? SLOWER : error.message,
      name: "AxiosError",
      code: error.status < 500 ? "ERR_BAD_REQUEST" : "ERR_BAD_RESPONSE",
      status: error.status,
    };
  if (!(error instanceof Error)) return { message: String(error), name: "Error" };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return { message: error.message, name: "AxiosError", ...(code !== undefined && { code }) };
}
