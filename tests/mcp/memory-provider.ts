import type {
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from "@modelcontextprotocol/client";

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
