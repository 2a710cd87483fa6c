import type { FastifyRequest } from "fastify";
import { isApiKey } from "../crypto/tokens.ts";

/** The maximum length of a credential, which is more than we issue. A longer header is ignored. */
const MAX_CREDENTIAL_LENGTH = 200;

function readBearer(request: FastifyRequest): string | undefined {
  const match = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? "");
  return limitLength(match?.[1]);
}

function limitLength(value: string | undefined): string | undefined {
  return value !== undefined && value.length > 0 && value.length <= MAX_CREDENTIAL_LENGTH ? value : undefined;
}

/** Returns the session token for account routes. */
export function readSessionToken(request: FastifyRequest): string | undefined {
  return readBearer(request);
}

/**
 * Returns the credential for a route that accepts both kinds: an API key in its header or as a bearer token, or a
 * session token.
 */
export function readCredential(request: FastifyRequest): { credential: string; isKey: boolean } | undefined {
  const token = readBearer(request);
  if (token !== undefined) return { credential: token, isKey: isApiKey(token) };
  const key = readApiKey(request);
  return key === undefined ? undefined : { credential: key, isKey: true };
}

/** Returns the API key of a request: `X-API-Key`, or a bearer token. */
export function readApiKey(request: FastifyRequest): string | undefined {
  const header = request.headers["x-api-key"];
  return limitLength(typeof header === "string" ? header : undefined) ?? readBearer(request);
}
