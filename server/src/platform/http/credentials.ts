import type { FastifyRequest } from "fastify";

/** Longer than any credential we hand out; a header above it is not looked at. */
const MAX_CREDENTIAL_LENGTH = 200;

function bearer(request: FastifyRequest): string | undefined {
  const match = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? "");
  return bounded(match?.[1]);
}

function bounded(value: string | undefined): string | undefined {
  return value !== undefined && value.length > 0 && value.length <= MAX_CREDENTIAL_LENGTH ? value : undefined;
}

/** The session token of account routes. */
export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return bearer(request);
}

/** The API key of the public API: `X-API-Key`, or a bearer (reading 3). */
export function apiKeyOf(request: FastifyRequest): string | undefined {
  const header = request.headers["x-api-key"];
  return bounded(typeof header === "string" ? header : undefined) ?? bearer(request);
}
