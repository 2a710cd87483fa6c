import { APP_SCOPES } from "@stoa/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AppError } from "../../platform/http/app-error.ts";
import type { Mount } from "../../platform/http/mount.ts";
import { parseAgentId, type Resources } from "./resources.ts";

/** Metadata changes only with a new version of the server. Apps read it when a person connects them. */
const MAX_AGE_SECONDS = 300;

/** Mounts the documents with which apps find out how to sign in, below `/.well-known`. */
export function mountMetadataRoutes(app: FastifyInstance, mount: Mount, resources: Resources): void {
  const onRequest = mount.admit({ method: "GET", auth: "public" });
  const server = describeServer(resources);
  app.get("/oauth-authorization-server", { onRequest }, (_request, reply) => send(reply, server));
  // Apps that know only the host of the server look here.
  for (const path of ["", "/mcp"])
    app.get(`/oauth-protected-resource${path}`, { onRequest }, (_request, reply) =>
      send(reply, describeResource(resources)),
    );
  app.get<{ Params: { agent: string } }>(
    "/oauth-protected-resource/mcp/agents/:agent",
    { onRequest },
    (request, reply) => {
      const agentId = parseAgentId(request.params.agent);
      if (agentId === undefined) throw new AppError(404, "not_found", "Agent not found");
      return send(reply, describeResource(resources, agentId));
    },
  );
}

function send(reply: FastifyReply, document: object): FastifyReply {
  return reply
    .header("cache-control", `public, max-age=${MAX_AGE_SECONDS}`)
    .type("application/json")
    .send(JSON.stringify(document));
}

/** Returns the metadata of the authorization server (RFC 8414). */
function describeServer({ issuer }: Resources) {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    scopes_supported: APP_SCOPES,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}

/** Returns the metadata of the MCP server, or of the MCP server of one agent (RFC 9728). */
function describeResource(resources: Resources, agentId?: number) {
  return {
    resource: resources.getUrl(agentId),
    authorization_servers: [resources.issuer],
    scopes_supported: APP_SCOPES,
    bearer_methods_supported: ["header"],
    resource_name: "Stoa",
  };
}
