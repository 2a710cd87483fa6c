import type { ErrorCode } from "@stoa/contract";
import type { FastifyError, FastifyReply } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import { toAppError } from "../../platform/http/error-handler.ts";

/** The codes of JSON-RPC. `REFUSED` is the code that MCP servers use for refusals that have no code of their own. */
export const RPC_CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  internal: -32_603,
  refused: -32_000,
} as const;

/** A refusal before a message reaches its handler: the HTTP status and headers, and the JSON-RPC error of the body. */
interface Refusal {
  status: number;
  headers: Record<string, string>;
  error: { code: number; message: string; data?: unknown };
}

/** Converts an error of the HTTP server or of an admission to a refusal. Private causes stay private. */
export function toRefusal(error: FastifyError | AppError): Refusal {
  const { status, headers, message, code } = error instanceof AppError ? error : toAppError(error);
  return { status, headers, error: { code: getRpcCode(code), message, data: { error: code } } };
}

function getRpcCode(code: ErrorCode): number {
  if (code === "malformed_json") return RPC_CODES.parse;
  return code === "internal" ? RPC_CODES.internal : RPC_CODES.refused;
}

/** Sends a refusal as a JSON-RPC error about the message, if the body is one. */
export function sendRefusal(reply: FastifyReply, { status, headers, error }: Refusal, body: unknown) {
  return reply
    .status(status)
    .headers(headers)
    .type("application/json")
    .send(JSON.stringify({ jsonrpc: "2.0", error, id: readMessageId(body) }));
}

function readMessageId(body: unknown): string | number | null {
  const id = typeof body === "object" && body !== null && "id" in body ? body.id : null;
  return typeof id === "string" || typeof id === "number" ? id : null;
}
