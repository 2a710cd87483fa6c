import { STATUS_CODES } from "node:http";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isDatabaseUnavailable } from "../db/errors.ts";
import { AppError } from "./app-error.ts";
import { secured } from "./security-headers.ts";

/** What Fastify itself refuses, in our codes. */
function fromFastify(error: FastifyError): AppError {
  if (error.code === "FST_ERR_CTP_INVALID_JSON_BODY" || error.code === "FST_ERR_CTP_EMPTY_JSON_BODY")
    return new AppError(400, "malformed_json", "The request body is not valid JSON", { cause: error });
  if (error.statusCode === 413)
    return new AppError(413, "too_large", "The request is too large", { cause: error });
  if (error.statusCode === 415)
    return new AppError(415, "unsupported_media_type", "Send JSON (application/json)", { cause: error });
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return new AppError(400, "invalid_request", "The request could not be read", { cause: error });
  if (isDatabaseUnavailable(error)) return databaseUnavailable(error);
  return new AppError(500, "internal", "Something went wrong on our side", { cause: error });
}

/** 503: the database is away, has no free connection, or ended the statement; some seconds later it may answer. */
export function databaseUnavailable(cause: unknown): AppError {
  return new AppError(503, "at_capacity", "This server cannot reach its database; please try again", {
    cause,
    headers: { "retry-after": "5" },
  });
}

function send(request: FastifyRequest, reply: FastifyReply, error: AppError) {
  /** Fastify closes here while the body still arrives, and the reset can overtake the answer. Node reads on instead. */
  if (error.status === 413) reply.removeHeader("connection");
  const facts = { requestId: request.id, code: error.code, status: error.status };
  const { cause } = error;
  /** A fault of ours is logged with its stack; a refusal that anybody can provoke, such as a full server, is not. */
  if (error.status === 500) request.log.error({ ...facts, err: cause ?? error }, error.message);
  else if (error.status > 500 && cause !== undefined)
    request.log.warn({ ...facts, reason: cause instanceof Error ? cause.message : "unknown" }, error.message);
  else request.log.info(facts, "refused");
  return reply
    .status(error.status)
    .headers(error.headers)
    .type("application/problem+json")
    .send(JSON.stringify(error.toProblem(STATUS_CODES[error.status] ?? "Error", request.id)));
}

/** Answers every failure as problem+json. A private cause goes to the log only. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) =>
    send(request, reply, error instanceof AppError ? error : fromFastify(error)),
  );
}

/** What the router refuses before any hook runs: a path whose percent signs encode nothing. */
export function refuseBadPath(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  return send(request, secured(reply, request.id), fromFastify(error));
}

/** 404 for a path that no route knows. */
export function refuseUnknownPath(request: FastifyRequest, reply: FastifyReply) {
  return send(request, reply, new AppError(404, "not_found", "There is no such address in this API"));
}
