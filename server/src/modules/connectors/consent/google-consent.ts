import { LRUCache } from "lru-cache";
import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  ResponseBodyError,
  refreshTokenGrant,
  tokenRevocation,
} from "openid-client";
import { type Outbound, OutboundError } from "../../../platform/outbound/outbound.ts";
import { createProviderFetch, ProviderDown } from "../../../platform/outbound/provider-fetch.ts";
import { ConsentFailure } from "./consent-failure.ts";
import type { ConsentChecks, ConsentProvider, IssuedToken, ReturnedConsent } from "./consent-provider.ts";

export interface GoogleConsentOptions {
  client: { id: string; secret: string };
  /** This must equal one of the URIs that are registered for the client. */
  redirectUri: string;
  issuer: URL;
  outbound: Outbound;
}

/** The time for which the discovery document is cached. Google allows an hour. */
const DISCOVERED_MS = 3_600_000;

/** Obtains long-term access to a Google account, by OAuth with PKCE and a refresh token. */
export class GoogleConsent implements ConsentProvider {
  readonly #options: GoogleConsentOptions;
  readonly #known = new LRUCache<"configuration", Configuration>({ max: 1, ttl: DISCOVERED_MS });

  constructor(options: GoogleConsentOptions) {
    this.#options = options;
  }

  createAuthorizationUrl({ state, codeVerifier }: ConsentChecks, scopes: readonly string[]): Promise<URL> {
    return callGoogle(async () =>
      buildAuthorizationUrl(await this.#getConfiguration(), {
        response_type: "code",
        redirect_uri: this.#options.redirectUri,
        scope: scopes.join(" "),
        state,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: "S256",
        access_type: "offline",
        // Without a new prompt, Google returns no refresh token to a user who already got one.
        prompt: "consent",
      }),
    );
  }

  exchange(returned: ReturnedConsent, { state, codeVerifier }: ConsentChecks): Promise<string> {
    return callGoogle(async () => {
      const url = new URL(this.#options.redirectUri);
      const { code, iss, error } = returned;
      for (const [name, value] of Object.entries({ state: returned.state, code, iss, error }))
        if (typeof value === "string") url.searchParams.set(name, value);
      const tokens = await authorizationCodeGrant(await this.#getConfiguration(), url, {
        expectedState: state,
        pkceCodeVerifier: codeVerifier,
      });
      if (!tokens.refresh_token) throw new ConsentFailure("failed", "the response has no refresh token");
      return tokens.refresh_token;
    });
  }

  refresh(refreshToken: string): Promise<IssuedToken> {
    return callGoogle(async () => {
      const tokens = await refreshTokenGrant(await this.#getConfiguration(), refreshToken);
      return { accessToken: tokens.access_token, goodForSeconds: tokens.expiresIn() ?? 0 };
    });
  }

  revoke(refreshToken: string): Promise<void> {
    return callGoogle(async () =>
      tokenRevocation(await this.#getConfiguration(), refreshToken, { token_type_hint: "refresh_token" }),
    );
  }

  async #getConfiguration(): Promise<Configuration> {
    const known = this.#known.get("configuration");
    if (known) return known;
    const { client, issuer, outbound } = this.#options;
    const found = await discovery(issuer, client.id, undefined, ClientSecretPost(client.secret), {
      [customFetch]: createProviderFetch(outbound),
    });
    this.#known.set("configuration", found);
    return found;
  }
}

/** Translates every error into a ConsentFailure. @throws ConsentFailure */
async function callGoogle<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConsentFailure) throw error;
    if (isDown(error)) throw new ConsentFailure("unavailable", error);
    if (error instanceof AuthorizationResponseError && error.error === "access_denied")
      throw new ConsentFailure("refused", error);
    const isEnded = error instanceof ResponseBodyError && error.error === "invalid_grant";
    throw new ConsentFailure(isEnded ? "ended" : "failed", error);
  }
}

/** Returns whether the provider cannot be reached. The library wraps the error of fetch. */
function isDown(error: unknown): boolean {
  if (error instanceof OutboundError || error instanceof ProviderDown) return true;
  return error instanceof Error && error.cause !== undefined && isDown(error.cause);
}
