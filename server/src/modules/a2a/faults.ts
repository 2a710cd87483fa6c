import {
  A2A_ERROR_CODE,
  A2AError,
  ContentTypeNotSupportedError,
  ERROR_INFO_TYPE,
  type ErrorDetail,
  restStatusFor,
  toJsonRpcError,
  toRestErrorBody,
} from "@a2a-js/sdk/errors";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { prepareRefusal, toAppError } from "../../platform/http/error-handler.ts";
import { A2A_MEDIA_TYPE } from "./wire.ts";

/** An error of a JSON-RPC reply. */
export interface RpcError {
  code: number;
  message: string;
  data?: ErrorDetail[];
}

/** The ID of a JSON-RPC request, which its reply repeats. */
export type RpcId = string | number | null;

/**
 * The code of refusals that A2A has no error for, such as for missing credits. It is in A2A's range, behind the codes that
 * the specification defines. `ErrorInfo` has the store's error code.
 */
const STORE_REFUSAL = -32050;
/** The domain of the store's error codes in `ErrorInfo`. */
const STORE_DOMAIN = "stoa";
const BAD_REQUEST_TYPE = "type.googleapis.com/google.rpc.BadRequest";

/** The names of google.rpc.Code for the HTTP statuses of the store's errors. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  405: "UNIMPLEMENTED",
  408: "DEADLINE_EXCEEDED",
  409: "ABORTED",
  413: "INVALID_ARGUMENT",
  415: "INVALID_ARGUMENT",
  422: "FAILED_PRECONDITION",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
};

type Failure = A2AError | AppError;

/** Converts any error to one of A2A's, or to one of the store's. */
function toFailure(error: unknown): Failure {
  if (error instanceof A2AError) return error;
  const known = toAppError(error as FastifyError);
  return known.code === "unsupported_media_type" ? new ContentTypeNotSupportedError(known.message) : known;
}

/** Returns the error of a JSON-RPC reply. */
export function toRpcError(error: unknown): RpcError {
  const failure = toFailure(error);
  if (failure instanceof A2AError) return toJsonRpcError(failure);
  return { code: getRpcCode(failure), message: failure.message, data: createDetails(failure) };
}

function getRpcCode({ status, code }: AppError): number {
  if (code === "malformed_json") return A2A_ERROR_CODE.PARSE_ERROR;
  if (code === "invalid_request" && status === 400) return A2A_ERROR_CODE.INVALID_PARAMS;
  return status >= 500 ? A2A_ERROR_CODE.INTERNAL_ERROR : STORE_REFUSAL;
}

function createDetails({ code, errors, needs, hosts }: AppError): ErrorDetail[] {
  const details: ErrorDetail[] = [
    { "@type": ERROR_INFO_TYPE, reason: code.toUpperCase(), domain: STORE_DOMAIN },
  ];
  if (errors)
    details.push({
      "@type": BAD_REQUEST_TYPE,
      fieldViolations: errors.map(({ field, message }) => ({ field, description: message })),
    });
  const missing = [...(needs ?? []).map(({ service }) => service), ...(hosts ?? [])];
  if (missing.length > 0)
    details[0] = { ...details[0], "@type": ERROR_INFO_TYPE, metadata: { needs: missing.join(",") } };
  return details;
}

/**
 * Sends the error of a JSON-RPC request. A request that was not admitted keeps its HTTP status, such as 401, so that
 * clients authenticate or wait; every other error of JSON-RPC has the status 200.
 */
export function sendRpcError(
  request: FastifyRequest,
  reply: FastifyReply,
  id: RpcId,
  error: unknown,
  { isAdmitted }: { isAdmitted: boolean },
): FastifyReply {
  const failure = toFailure(error);
  if (failure instanceof AppError) prepareRefusal(request, reply, failure);
  const keepsStatus =
    failure instanceof AppError && !isAdmitted && failure.code !== "malformed_json" && failure.status !== 400;
  if (!keepsStatus) reply.status(200);
  return reply
    .type("application/json")
    .send(JSON.stringify({ jsonrpc: "2.0", id, error: toRpcError(failure) }));
}

/** Sends the error of an HTTP+JSON request, as a google.rpc.Status. */
export function sendHttpError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const failure = toFailure(error);
  if (failure instanceof A2AError) {
    const status = restStatusFor(failure);
    return reply
      .status(status)
      .type("application/json")
      .send(JSON.stringify(toRestErrorBody(failure, status)));
  }
  const { status, message } = failure;
  const body = {
    error: {
      code: status,
      status: STATUS_NAMES[status] ?? "UNKNOWN",
      message,
      details: createDetails(failure),
    },
  };
  return prepareRefusal(request, reply, failure).type("application/json").send(JSON.stringify(body));
}

/** Sends a result of the HTTP+JSON binding. */
export function sendHttpResult(reply: FastifyReply, value: unknown): FastifyReply {
  return reply.type(A2A_MEDIA_TYPE).send(JSON.stringify(value ?? {}));
}
