import type { FinishSignInRequest } from "@stoa/contract";
import { LRUCache } from "lru-cache";
import {
  ClientSecretPost,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from "openid-client";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { createProviderFetch } from "../../../platform/outbound/provider-fetch.ts";
import { createCodeFlowUrl, exchangeCode, translateProviderErrors } from "./code-flow.ts";
import { type OAuthProvider, type ProviderPerson, SignInFailure, type SignInSecrets } from "./provider.ts";

export interface GoogleOptions {
  client: { id: string; secret: string };
  redirectUri: string;
  issuer: URL;
  outbound: Outbound;
}

/** How long the discovery document is cached. Google allows an hour. */
const DISCOVERED_MS = 3_600_000;

/**
 * Signs in with Google through OpenID Connect. Everything is read from an ID token whose signature, nonce and audience
 * are checked.
 */
export class Google implements OAuthProvider {
  readonly #options: GoogleOptions;
  readonly #known = new LRUCache<"configuration", Configuration>({ max: 1, ttl: DISCOVERED_MS });

  constructor(options: GoogleOptions) {
    this.#options = options;
  }

  createAuthorizationUrl(secrets: SignInSecrets): Promise<URL> {
    return translateProviderErrors(async () =>
      createCodeFlowUrl(await this.#getConfiguration(), secrets, {
        redirect_uri: this.#options.redirectUri,
        scope: "openid email profile",
        nonce: secrets.nonce,
        prompt: "select_account",
      }),
    );
  }

  identify(returned: FinishSignInRequest, secrets: SignInSecrets): Promise<ProviderPerson> {
    return translateProviderErrors(async () => {
      const configuration = await this.#getConfiguration();
      const tokens = await exchangeCode(configuration, this.#options.redirectUri, returned, secrets, true);
      const claims = tokens.claims();
      if (!claims) throw new SignInFailure("failed", "the response has no ID token");
      const { sub, email, email_verified, name } = claims;
      return {
        subject: sub,
        email: typeof email === "string" && email_verified === true ? email : undefined,
        name: typeof name === "string" ? name : "",
      };
    });
  }

  async #getConfiguration(): Promise<Configuration> {
    const known = this.#known.get("configuration");
    if (known) return known;
    const { client, issuer, outbound } = this.#options;
    const found = await discovery(issuer, client.id, undefined, ClientSecretPost(client.secret), {
      execute: [enableNonRepudiationChecks],
      [customFetch]: createProviderFetch(outbound),
    });
    this.#known.set("configuration", found);
    return found;
  }
}
