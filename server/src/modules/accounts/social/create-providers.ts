import type { SignInProvider } from "@stoa/contract";
import type { Outbound } from "../../../platform/outbound/outbound.ts";
import { GitHub } from "./github.ts";
import { Google } from "./google.ts";
import type { OAuthProvider } from "./provider.ts";

/** The URLs of the providers. */
export interface ProviderServers {
  google: URL;
  githubOAuth: URL;
  githubApi: URL;
}

const PUBLIC_SERVERS: ProviderServers = {
  google: new URL("https://accounts.google.com"),
  githubOAuth: new URL("https://github.com/login/oauth"),
  githubApi: new URL("https://api.github.com"),
};

export interface ProvidersOptions {
  outbound: Outbound;
  publicUrl: string;
  google: { id: string; secret: string } | undefined;
  github: { id: string; secret: string } | undefined;
  servers?: ProviderServers | undefined;
}

export type Providers = ReadonlyMap<SignInProvider, OAuthProvider>;

/**
 * Creates the providers for which the operator has a client. The redirect URI must be exactly the URI that is
 * registered with the provider.
 */
export function createProviders(options: ProvidersOptions): Providers {
  const { outbound, google, github, servers = PUBLIC_SERVERS } = options;
  const createRedirectUri = (provider: SignInProvider) => `${options.publicUrl}/sign-in/${provider}`;
  const providers = new Map<SignInProvider, OAuthProvider>();
  if (google)
    providers.set(
      "google",
      new Google({
        client: google,
        redirectUri: createRedirectUri("google"),
        issuer: servers.google,
        outbound,
      }),
    );
  if (github)
    providers.set(
      "github",
      new GitHub({
        client: github,
        redirectUri: createRedirectUri("github"),
        oauth: servers.githubOAuth,
        api: servers.githubApi,
        outbound,
      }),
    );
  return providers;
}
