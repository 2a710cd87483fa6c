import type { IncomingMessage } from "node:http";
import { boundText } from "@stoa/contract/bounded-text";
import type { JsonValue } from "@stoa/runtime/protocol";
import { isObject } from "../../model/is-object.ts";
import type { NodeContext } from "../../model/node-context.ts";
import type { NodeError } from "../../model/node-error.ts";
import { decodeText } from "../files/text-encoding.ts";
import { describeStatus } from "../http/request-error.ts";

/** The maximum size of a service's response, which is also the limit for a file. The server enforces the same limit. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/** The values of a query. A list repeats the name, and undefined values are left out. */
export type ServiceQuery = Readonly<
  Record<string, string | number | boolean | readonly string[] | undefined>
>;

/** One request to a service, authenticated by the caller's connector. */
export interface ServiceNodeCall {
  /** Stoa's name of the service. */
  service: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The service's own path, percent-encoded. */
  path: string;
  query?: ServiceQuery;
  /** The body, sent as JSON. */
  body?: JsonValue;
  /** Content that is sent unchanged, instead of a JSON body. */
  content?: { type: string; bytes: Uint8Array };
  headers?: Readonly<Record<string, string>>;
  /** Whether an error item contains the service's own message, as in n8n. */
  isReasonShown?: true;
}

export interface ServiceResponse {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
}

/** Encodes a value as one segment of a path. */
export const encodePathPart = (value: string): string => encodeURIComponent(value);

function withQuery(path: string, query: ServiceQuery = {}): string {
  const written = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined)
      for (const each of Array.isArray(value) ? value : [value]) written.append(name, String(each));
  const text = written.toString();
  return text === "" ? path : `${path}?${text}`;
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** The names of the fields in which services put an error, the most common first. */
const REASON_FIELDS =
  "error message description error_description detail errors err errorMessages details".split(" ");

/** Returns the error message in a response, which services put into different fields, or undefined if there is none. */
function findReason(value: JsonValue | undefined, depth = 0): string | undefined {
  if (typeof value === "string") return value.trim() || undefined;
  if (depth > 3) return undefined;
  if (Array.isArray(value)) return findReason(value[0], depth + 1);
  if (!value || !isObject(value)) return undefined;
  for (const name of REASON_FIELDS) {
    const reason = Object.hasOwn(value, name) ? findReason(value[name], depth + 1) : undefined;
    if (reason !== undefined) return reason;
  }
  // Some services list problems by field, such as `errors: { title: ["can't be blank"] }`.
  const [field, problem] = Object.entries(isObject(value.errors) ? value.errors : {})[0] ?? [];
  const reason = findReason(problem, depth + 1);
  return reason === undefined ? undefined : `${field} ${reason}`;
}

/**
 * Returns the error of a refused request, with n8n's message for the status. As in n8n, the error that ends a run also
 * contains the service's message, but an error item does not.
 */
export function createServiceError(
  context: NodeContext,
  itemIndex: number,
  message: string,
  reason: string | undefined,
): NodeError {
  if (reason === undefined) return context.failure(message, { itemIndex });
  const shown = boundText(reason);
  if (context.node.onError === "stopWorkflow") return context.failure(`${message}: ${shown}`, { itemIndex });
  context.log("error", shown);
  return context.failure(message, { itemIndex });
}

function createRefusal(
  context: NodeContext,
  itemIndex: number,
  { status, headers, body }: ServiceResponse,
  isReasonShown = false,
) {
  const text = body.toString("utf8");
  const json = parseJson(text);
  // Stoa's own errors, for example if the connector is missing or not allowed, or its quota is used up.
  if (headers["x-stoa-error"] !== undefined && isObject(json ?? null)) {
    const { detail } = json as { detail?: JsonValue };
    return context.failure(typeof detail === "string" ? detail : describeStatus(status), { itemIndex });
  }
  const reason = findReason(json ?? text);
  return isReasonShown && reason !== undefined && context.node.onError !== "stopWorkflow"
    ? context.failure(boundText(reason), { itemIndex })
    : createServiceError(context, itemIndex, describeStatus(status), reason);
}

/** Calls a service. @throws NodeError with n8n's message if the call is refused */
export async function callService(
  context: NodeContext,
  itemIndex: number,
  { service, method, path, query, body, content, headers, isReasonShown: tellsReason }: ServiceNodeCall,
): Promise<ServiceResponse> {
  context.signal.throwIfAborted();
  const answer = await context.services.gateway.call({
    method,
    path: withQuery(`/connectors/${service}${path}`, query),
    accept: "*/*",
    ...(headers && { headers }),
    ...(content ? { content } : body !== undefined && { body }),
  });
  const whole: ServiceResponse = {
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: await context.readResponse(answer, MAX_ANSWER_BYTES),
  };
  if (whole.status < 200 || whole.status > 299) throw createRefusal(context, itemIndex, whole, tellsReason);
  return whole;
}

/** The JSON of a response, with the headers that some services paginate with. */
export interface JsonResponse {
  json: JsonValue;
  headers: ServiceResponse["headers"];
}

/**
 * Calls a service and returns the JSON of its response, or `{}` if the response is empty.
 * @throws NodeError if the call is refused or the response is not JSON
 */
export async function requestJson(
  context: NodeContext,
  itemIndex: number,
  call: ServiceNodeCall,
): Promise<JsonResponse> {
  const { body, headers } = await callService(context, itemIndex, call);
  if (body.length === 0) return { json: {}, headers };
  const json = parseJson(decodeText(body));
  if (json === undefined)
    throw context.failure(
      `The response of '${call.service}' is not valid JSON. Check the service's status and try again`,
      { itemIndex },
    );
  return { json, headers };
}

/**
 * Calls a service and returns the JSON of its response without the headers.
 * @throws NodeError if the call is refused or the response is not JSON
 */
export async function serviceApiRequest(
  context: NodeContext,
  itemIndex: number,
  call: ServiceNodeCall,
): Promise<JsonValue> {
  return (await requestJson(context, itemIndex, call)).json;
}
