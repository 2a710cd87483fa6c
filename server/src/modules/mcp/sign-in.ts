import { AgentId, APP_SCOPES } from "@stoa/contract";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { unauthorized } from "../../platform/http/app-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { MCP_TEXTS } from "./texts.ts";

/** The URLs for which access tokens can be valid. The oauth module provides them. */
export interface ProtectedResources {
  getUrl(agentId?: number): string;
  /** Returns the URL of the metadata that says how to sign in (RFC 9728). */
  getMetadataUrl(agentId?: number): string;
}

const AgentPath = z.object({ id: AgentId });

/** Requires that an access token is for the path of the request. @throws AppError 401 */
export function requireResource({ resource }: Caller, expected: string): void {
  if (resource !== undefined && resource !== expected)
    throw unauthorized(MCP_TEXTS.otherResource(resource, expected));
}

/** Returns the headers of a refusal, with what clients need to sign in if a credential or a scope is missing. */
export function addSignIn(
  { status, headers }: { status: number; headers: Record<string, string> },
  request: FastifyRequest,
  resources: ProtectedResources,
): Record<string, string> {
  const challenge = headers["www-authenticate"];
  if (challenge === undefined) return headers;
  const agentId = AgentPath.safeParse(request.params).data?.id;
  const parts = [challenge, `resource_metadata="${resources.getMetadataUrl(agentId)}"`];
  if (status === 401) {
    parts.push(`scope="${APP_SCOPES.join(" ")}"`);
    if (request.headers.authorization !== undefined) parts.push('error="invalid_token"');
  }
  return { ...headers, "www-authenticate": parts.join(", ") };
}
