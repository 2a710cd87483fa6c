import type { ErrorCode, ExecutionResult } from "@stoa/contract";
import type { FastifyError, FastifyInstance } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { toAppError } from "../../platform/http/error-handler.ts";

/** The body of an error in OpenAI's API. */
export interface OpenAiError {
  error: {
    message: string;
    type: string;
    param: string | null;
    code: string;
  };
}

/** The codes that OpenAI's clients know, for our codes. Others keep their names. */
const CODES: Partial<Record<ErrorCode, string>> = {
  unauthorized: "invalid_api_key",
  insufficient_credits: "insufficient_quota",
  rate_limited: "rate_limit_exceeded",
  malformed_json: "invalid_json",
  too_large: "request_too_large",
};

/**
 * Converts an error to OpenAI's form. Its parameter is the request's own name for the field: a field of `input_data` is an
 * input of the agent.
 */
export function presentError(error: AppError): OpenAiError {
  const field = error.errors?.[0]?.field;
  return {
    error: {
      message: listHosts(error),
      type: getType(error),
      param: field === undefined || field === "" ? null : field,
      code: CODES[error.code] ?? error.code,
    },
  };
}

/** Returns the message. A client that shows only this text must still say which hosts the caller has to allow. */
function listHosts({ message, hosts }: AppError): string {
  return hosts && hosts.length > 0 ? `${message} Hosts: ${hosts.join(", ")}` : message;
}

function getType({ status, code }: AppError): string {
  if (code === "insufficient_credits" || code === "spending_limit_reached") return "insufficient_quota";
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}

/**
 * Returns the error of a run that did not complete. It has status 422, because clients repeat requests that end with 5xx
 * and would start, and perhaps pay for, another run that fails in the same way.
 */
export function createRunError({ error, detail, run_id: runId }: ExecutionResult): AppError {
  const status = error === "internal" ? 500 : 422;
  return new AppError(
    status,
    error ?? "agent_failed",
    `${detail ?? "The run did not complete"} (run ${runId})`,
  );
}

/** Returns the 404 for a model that is not an agent which the caller can run. */
export function createUnknownModelError(model: string): AppError {
  return createModelError(
    `The model \`${model}\` does not exist or you do not have access to it. GET /v1/models lists the models`,
  );
}

const createModelError = (message: string): AppError =>
  new AppError(404, "not_found", message, { errors: [{ field: "model", message: "Unknown model" }] });

/** Returns the 404 for a model of the gateway on a server that only sells agents. */
export const createNotSoldError = (model: string): AppError =>
  createModelError(
    `This server does not sell models, so \`${model}\` cannot be called. GET /v1/models lists the agents that you can run`,
  );

/** Returns the 404 for a model that is on sale under another name. */
export const createPrefixError = (model: string): AppError =>
  createModelError(`The model \`${model}\` is called \`model/${model}\` on this server`);

/** Sends every error of these routes in OpenAI's form, also for unknown paths. */
export function sendErrorsAsOpenAi(app: FastifyInstance): void {
  app.setErrorHandler((thrown: FastifyError, request, reply) => {
    const error = thrown instanceof AppError ? thrown : toAppError(thrown);
    if (error.status >= 500)
      request.log.error({ requestId: request.id, err: error.cause ?? error }, error.message);
    const body = presentError(error);
    if (error.status === 404 && body.error.param === "model") body.error.code = "model_not_found";
    return reply.status(error.status).headers(error.headers).send(body);
  });
  // A route instead of a handler for unknown paths, because the web app answers every GET that no route matches.
  app.all("/*", (request) => {
    throw new AppError(
      404,
      "not_found",
      `Unknown request URL: ${request.method} ${request.url.split("?")[0]}`,
    );
  });
}
