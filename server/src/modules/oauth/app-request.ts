import { APP_SCOPES, type AppRequestParameters, type AppScope } from "@stoa/contract";
import type { Client, Clients } from "./clients.ts";
import { OauthError } from "./oauth-error.ts";
import { isRegistered } from "./redirect-uri.ts";
import type { Resources } from "./resources.ts";

/** What an app asks a person for, after every check that needs no person. */
export interface AppRequest {
  client: Client;
  redirectUri: string;
  codeChallenge: string;
  scopes: AppScope[];
  resource: string;
  /** The only agent that the app wants to use; null for all agents. */
  agentId: number | null;
}

/** Where the answer to a request goes. Only a redirect URI that the app has registered is one. */
export interface AnswerTarget {
  redirectUri: string;
  state: string | undefined;
}

/**
 * Finds the app, and checks that it may receive an answer at its redirect URI. Until then no answer is sent anywhere: the
 * request could be a forged one that is to lead the person, or a code, to somewhere else.
 * @throws OauthError
 */
export async function findRequestingClient(
  clients: Clients,
  { client_id, redirect_uri, state }: AppRequestParameters,
): Promise<{ client: Client; target: AnswerTarget }> {
  const client = await clients.find(client_id);
  if (!isRegistered(redirect_uri, client.redirectUris))
    throw new OauthError(
      "invalid_request",
      "redirect_uri is not one of the redirect URIs that the app has registered",
    );
  return { client, target: { redirectUri: redirect_uri, state } };
}

/** @throws OauthError with the reason that the app gets at its redirect URI */
export function parseAppRequest(
  parameters: AppRequestParameters,
  client: Client,
  resources: Resources,
): AppRequest {
  const { response_type, code_challenge = "", code_challenge_method, redirect_uri } = parameters;
  if (response_type !== "code")
    throw new OauthError("unsupported_response_type", "response_type must be code");
  if (code_challenge_method !== "S256")
    throw new OauthError("invalid_request", "code_challenge_method must be S256 (PKCE)");
  if (!/^[\w-]{43}$/.test(code_challenge))
    throw new OauthError("invalid_request", "code_challenge must be a SHA-256 hash in base64url (PKCE)");
  // Clients of older versions of MCP do not say what the token is for, which can only be the MCP server.
  const found = resources.parse(parameters.resource ?? resources.getUrl());
  if (!found)
    throw new OauthError(
      "invalid_target",
      `resource must be ${resources.getUrl()} or the MCP server of an agent of this server`,
    );
  const { agentId } = found;
  return {
    client,
    redirectUri: redirect_uri,
    codeChallenge: code_challenge,
    scopes: parseScopes(parameters.scope),
    resource: resources.getUrl(agentId ?? undefined),
    agentId,
  };
}

/** Returns the known scopes of a request; all of them if it names none. @throws OauthError if it names only others */
function parseScopes(scope = ""): AppScope[] {
  const names = scope.split(" ").filter((name) => name !== "");
  if (names.length === 0) return [...APP_SCOPES];
  const known = APP_SCOPES.filter((name) => names.includes(name));
  if (known.length === 0)
    throw new OauthError("invalid_scope", `scope must contain at least one of ${APP_SCOPES.join(", ")}`);
  return known;
}
