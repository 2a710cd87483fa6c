import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { expect, onTestFinished } from "vitest";

/** The sign-in of a client of the TypeScript SDK: it keeps in memory what a real client keeps in a file. */
export class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  readonly clientMetadataUrl?: string;
  client: StoredOAuthClientInformation | undefined;
  saved: StoredOAuthTokens | undefined;
  /** The URL to which the client last sent its person. */
  authorizationUrl: URL | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  constructor(redirectUrl: string, clientMetadataUrl?: string) {
    this.redirectUrl = redirectUrl;
    this.clientMetadata = { client_name: "SDK client", redirect_uris: [redirectUrl] };
    if (clientMetadataUrl !== undefined) this.clientMetadataUrl = clientMetadataUrl;
  }

  clientInformation() {
    return this.client;
  }

  saveClientInformation(client: StoredOAuthClientInformation) {
    this.client = client;
  }

  tokens() {
    return this.saved;
  }

  saveTokens(tokens: StoredOAuthTokens) {
    this.saved = tokens;
  }

  redirectToAuthorization(url: URL) {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier;
  }

  codeVerifier() {
    return this.#verifier;
  }

  saveDiscoveryState(state: OAuthDiscoveryState) {
    this.#discovered = state;
  }

  discoveryState() {
    return this.#discovered;
  }

  state() {
    return "state-of-the-client";
  }
}

/**
 * Connects a client of the TypeScript SDK, which first sends its person to the consent screen.
 * @param allow allows the request as the person, and returns the URL of the answer
 */
export async function signInClient(
  url: URL,
  provider: MemoryProvider,
  allow: (authorizationUrl: URL) => Promise<URL>,
): Promise<Client> {
  const first = new StreamableHTTPClientTransport(url, { authProvider: provider });
  const connecting = new Client({ name: "test", version: "1.0.0" }).connect(first);
  await expect(connecting).rejects.toThrow(UnauthorizedError);
  const answer = await allow(provider.authorizationUrl ?? url);
  expect(answer.searchParams.get("state")).toBe(provider.state());
  await first.finishAuth(answer.searchParams);
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
  onTestFinished(() => client.close());
  return client;
}
