import type { IncomingMessage, ServerResponse } from "node:http";
import type { AppError } from "../../../platform/http/app-error.ts";

/** Tells an agent why another was not run; an answer that has begun is broken off instead. */
export function answerRefusal(request: IncomingMessage, response: ServerResponse, refusal: AppError): void {
  if (response.closed) return;
  if (response.headersSent) return void response.destroy();
  const { status, code, message, errors, needs, headers } = refusal;
  response.writeHead(status, {
    "content-type": "application/json",
    ...headers,
    ...(!request.complete && { connection: "close" }),
  });
  response.end(
    JSON.stringify({ error: code, detail: message, ...(errors && { errors }), ...(needs && { needs }) }),
  );
}
