import { createHash, randomBytes } from "node:crypto";
import type {
  RecordedRequest,
  ScriptedAnswer,
  ScriptedService,
} from "../../../../../tests/harness/scripted-service.ts";
import { GOOGLE_HOST } from "../connectors-server.fixture.ts";

/** Simulates Google's OAuth: each code can be used once, and only with its PKCE verifier. */
export class GoogleAccounts {
  /** The lifetime of access tokens. */
  goodForSeconds = 3600;
  /** Whether the user has revoked the access that they allowed. */
  isRevoked = false;
  isDown = false;
  readonly #service: ScriptedService;
  readonly #asked = new Map<string, URLSearchParams>();
  readonly #refreshTokens = new Set<string>();

  constructor(service: ScriptedService) {
    this.#service = service;
    service.answer((request) => this.#answer(request));
  }

  /** Returns the query of the redirect after the user consents. */
  consent(authorizationUrl: string): { code: string; state: string } {
    const asked = new URL(authorizationUrl).searchParams;
    const code = randomBytes(8).toString("hex");
    this.#asked.set(code, asked);
    return { code, state: asked.get("state") ?? "" };
  }

  /** How often an access token was requested with a refresh token. */
  get refreshes(): number {
    return this.#service.requests.filter(({ body }) => body.includes("grant_type=refresh_token")).length;
  }

  /** How many refresh tokens are still valid. */
  get allowed(): number {
    return this.#refreshTokens.size;
  }

  #answer({ path, body }: RecordedRequest): ScriptedAnswer {
    const origin = `https://${GOOGLE_HOST}:${this.#service.port}`;
    if (this.isDown) return { status: 503 };
    if (path === "/.well-known/openid-configuration")
      return {
        status: 200,
        body: {
          issuer: origin,
          authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
          token_endpoint: `${origin}/token`,
          revocation_endpoint: `${origin}/revoke`,
        },
      };
    if (path === "/revoke") return this.#revoke(new URLSearchParams(body));
    return path === "/token" ? this.#tokens(new URLSearchParams(body)) : { status: 404 };
  }

  #revoke(given: URLSearchParams): ScriptedAnswer {
    const isKnown = this.#refreshTokens.delete(given.get("token") ?? "");
    return isKnown ? { status: 200, body: {} } : { status: 400, body: { error: "invalid_token" } };
  }

  #tokens(given: URLSearchParams): ScriptedAnswer {
    const isOurs = given.get("client_id") === "stoa-client" && given.get("client_secret") === "client/secret";
    const isAllowed =
      given.get("grant_type") === "refresh_token" ? this.#mayRefresh(given) : this.#mayExchange(given);
    if (!isOurs || !isAllowed) return { status: 400, body: { error: "invalid_grant" } };
    const access_token = `ya29.${randomBytes(8).toString("hex")}`;
    const isFirst = given.get("grant_type") === "authorization_code";
    const refresh_token = `1//${randomBytes(8).toString("hex")}`;
    if (isFirst) this.#refreshTokens.add(refresh_token);
    return {
      status: 200,
      body: {
        access_token,
        token_type: "Bearer",
        expires_in: this.goodForSeconds,
        ...(isFirst && { refresh_token }),
      },
    };
  }

  #mayRefresh(given: URLSearchParams): boolean {
    return !this.isRevoked && this.#refreshTokens.has(given.get("refresh_token") ?? "");
  }

  #mayExchange(given: URLSearchParams): boolean {
    const asked = this.#asked.get(given.get("code") ?? "");
    this.#asked.delete(given.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    return (
      asked?.get("code_challenge") === challenge && asked.get("redirect_uri") === given.get("redirect_uri")
    );
  }
}
