import type { FinishSignInRequest } from "@stoa/contract";
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
} from "openid-client";
import { OutboundError } from "../../../platform/outbound/outbound.ts";
import { ProviderDown } from "../../../platform/outbound/provider-fetch.ts";
import { SignInFailure, type SignInSecrets } from "./provider.ts";

/** Returns the URL that starts the authorization code flow with PKCE (RFC 7636) and state. */
export async function createCodeFlowUrl(
  configuration: Configuration,
  { state, codeVerifier }: SignInSecrets,
  more: Record<string, string>,
): Promise<URL> {
  return buildAuthorizationUrl(configuration, {
    response_type: "code",
    state,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
    ...more,
  });
}

/** Checks `state` and `iss`, and exchanges the code for tokens. */
export function exchangeCode(
  configuration: Configuration,
  redirectUri: string,
  returned: FinishSignInRequest,
  checks: SignInSecrets,
  openIdConnect: boolean,
) {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(returned))
    if (value !== undefined) url.searchParams.set(name, value);
  return authorizationCodeGrant(configuration, url, {
    expectedState: checks.state,
    pkceCodeVerifier: checks.codeVerifier,
    ...(openIdConnect && { expectedNonce: checks.nonce, idTokenExpected: true }),
  });
}

/** Converts every failure of a provider to one of three kinds. Throws SignInFailure. */
export async function translateProviderErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SignInFailure) throw error;
    if (isDown(error)) throw new SignInFailure("unavailable", error);
    const refused = error instanceof AuthorizationResponseError && error.error === "access_denied";
    throw new SignInFailure(refused ? "refused" : "failed", error);
  }
}

/** Returns whether the provider cannot be reached. The library wraps the errors of fetch. */
function isDown(error: unknown): boolean {
  if (error instanceof OutboundError || error instanceof ProviderDown) return true;
  return error instanceof Error && error.cause !== undefined && isDown(error.cause);
}
