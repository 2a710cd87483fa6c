import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnavailable } from "../db/errors.ts";
import { AppError } from "./app-error.ts";
import { secureReply } from "./security-headers.ts";

/** Converts an error of Fastify, which refuses some requests itself, or an unexpected error to an AppError. */
export function toAppError(error: FastifyError | AppError): AppError {
  if (error instanceof AppError) return error;
  if (error.code === "FST_ERR_CTP_INVALID_JSON_BODY" || error.code === "FST_ERR_CTP_EMPTY_JSON_BODY")
    return new AppError(400, "malformed_json", "The request body is not valid JSON", { cause: error });
  if (error.statusCode === 413)
    return new AppError(413, "too_large", "The request is too large", { cause: error });
  if (error.statusCode === 415)
    return new AppError(415, "unsupported_media_type", "Send JSON (application/json)", { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError(
      400,
      "invalid_request",
      "Could not read the request. Check its headers and body, and send it again",
      { cause: error },
    );
  if (isDatabaseUnavailable(error)) return createDatabaseUnavailable(error);
  return new AppError(500, "internal", "Something went wrong on our side", { cause: error });
}

/**
 * Returns a 503: the database is unreachable, has no free connection, or ended the statement. A retry a few seconds
 * later may succeed.
 */
export function createDatabaseUnavailable(cause: unknown): AppError {
  return new AppError(503, "at_capacity", "This server cannot reach its database; please try again", {
    cause,
    headers: { "retry-after": "5" },
  });
}

/** Prepares the reply for an error, and logs the error. The caller sends the body. */
export function prepareRefusal(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  /**
   * Fastify sets `connection: close` if the body is still arriving, and the reset of the connection
   * can overtake the reply. Without the header, Node keeps reading the body.
   */
  if (error.status === 413) reply.removeHeader("connection");
  const facts = { requestId: request.id, code: error.code, status: error.status };
  const { cause } = error;
  /**
   * A server fault is logged with its stack. A refusal that any client can provoke, such as for a full server, is
   * not.
   */
  if (error.status === 500) request.log.error({ ...facts, err: cause ?? error }, error.message);
  else if (error.status > 500 && cause !== undefined)
    request.log.warn({ ...facts, reason: cause instanceof Error ? cause.message : "unknown" }, error.message);
  else request.log.info(facts, "refused");
  return reply.status(error.status).headers(error.headers);
}

function send(request: FastifyRequest, reply: FastifyReply, error: AppError) {
  return prepareRefusal(request, reply, error)
    .type("application/problem+json")
    .send(JSON.stringify(error.toProblem(STATUS_CODES[error.status] ?? "Error", request.id)));
}

/** Sends every failure as problem+json. A private cause is only logged. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => send(request, reply, toAppError(error)));
}

/** Handles errors that the router raises before any hook runs, such as a path with invalid percent encoding. */
export function refuseBadPath(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  return send(request, secureReply(reply, request.id), toAppError(error));
}

/** Replies 404 to a path that matches no route. */
export function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply) {
  return send(request, reply, new AppError(404, "not_found", "This endpoint does not exist"));
}
