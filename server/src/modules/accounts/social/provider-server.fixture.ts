import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import {
  type RecordedRequest,
  type ScriptedAnswer,
  type ScriptedService,
  startScriptedService,
} from "../../../../../tests/harness/scripted-service.ts";
import type { ProviderServers } from "./create-providers.ts";

/** A person's account at Google or GitHub. */
export interface ProviderAccount {
  id: string;
  name: string;
  email: string;
  verified: boolean;
}

/** The faults to simulate. */
export interface ProviderFaults {
  /** Overrides claims of Google's ID token. */
  claims?: Record<string, unknown>;
  /** Whether to sign the token with a key that is not in the key set. */
  foreignKey?: boolean;
  /** The replies to send, keyed by path. */
  answers?: Record<string, ScriptedAnswer>;
}

const CLIENT = { id: "stoa-client", secret: "client/secret" };
const HOSTS = { google: "accounts.google.test", github: "github.test", api: "api.github.test" };

/** Simulates sign-in with Google and GitHub over real TLS. Each code works once, and only with its verifier. */
export class ProviderServer {
  readonly servers: ProviderServers;
  readonly service: ScriptedService;
  mischief: ProviderFaults = {};
  readonly #consents = new Map<string, { person: ProviderAccount; asked: URLSearchParams }>();
  readonly #tokens = new Map<string, ProviderAccount>();
  readonly #key = generateKeyPairSync("rsa", { modulusLength: 2048 });
  readonly #foreignKey = generateKeyPairSync("rsa", { modulusLength: 2048 });

  private constructor(service: ScriptedService) {
    this.service = service;
    const at = (host: string, path = "") => new URL(`https://${host}:${service.port}${path}`);
    this.servers = {
      google: at(HOSTS.google),
      githubOAuth: at(HOSTS.github, "/login/oauth"),
      githubApi: at(HOSTS.api),
    };
    service.answer((request) => this.#answer(request));
  }

  static async start(): Promise<ProviderServer> {
    return new ProviderServer(await startScriptedService(Object.values(HOSTS)));
  }

  /** The settings of the server under test. */
  readonly env = {
    STOA_GOOGLE_CLIENT_ID: CLIENT.id,
    STOA_GOOGLE_CLIENT_SECRET: CLIENT.secret,
    STOA_GITHUB_CLIENT_ID: CLIENT.id,
    STOA_GITHUB_CLIENT_SECRET: CLIENT.secret,
    STOA_OUTBOUND_ALLOW: "127.0.0.1/32",
  };

  /** Returns the parameters of the provider's redirect after this person has consented. */
  consent(authorizationUrl: string, person: ProviderAccount): { code: string; state: string; iss: string } {
    const url = new URL(authorizationUrl);
    const code = randomBytes(8).toString("hex");
    this.#consents.set(code, { person, asked: url.searchParams });
    const iss = url.hostname === HOSTS.google ? this.servers.google.origin : this.servers.githubOAuth.href;
    return { code, state: url.searchParams.get("state") ?? "", iss };
  }

  close(): Promise<void> {
    return this.service.close();
  }

  #answer(request: RecordedRequest): ScriptedAnswer {
    const scripted = this.mischief.answers?.[request.path];
    if (scripted) return scripted;
    const origin = this.servers.google.origin;
    if (request.path === "/.well-known/openid-configuration")
      return {
        status: 200,
        body: {
          issuer: origin,
          authorization_endpoint: `${origin}/o/oauth2/v2/auth`,
          token_endpoint: `${origin}/token`,
          jwks_uri: `${origin}/certs`,
          response_types_supported: ["code"],
          subject_types_supported: ["public"],
          id_token_signing_alg_values_supported: ["RS256"],
        },
      };
    if (request.path === "/certs")
      return {
        status: 200,
        body: {
          keys: [{ ...this.#key.publicKey.export({ format: "jwk" }), kid: "1", use: "sig", alg: "RS256" }],
        },
      };
    if (request.path === "/token" || request.path === "/login/oauth/access_token")
      return this.#exchange(new URLSearchParams(request.body), request.path === "/token");
    const person = this.#tokens.get(request.headers.authorization?.replace(/^Bearer /i, "") ?? "");
    if (!person) return { status: 401, body: { message: "Bad credentials" } };
    if (request.path === "/user") return { status: 200, body: { id: Number(person.id), login: person.name } };
    const emails = [
      { email: `other.${person.email}`, primary: false, verified: true },
      { email: person.email, primary: true, verified: person.verified },
    ];
    return { status: 200, body: emails };
  }

  #exchange(given: URLSearchParams, isGoogle: boolean): ScriptedAnswer {
    const consent = this.#consents.get(given.get("code") ?? "");
    this.#consents.delete(given.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(given.get("code_verifier") ?? "")
      .digest("base64url");
    const fits =
      consent?.asked.get("code_challenge") === challenge &&
      consent.asked.get("redirect_uri") === given.get("redirect_uri") &&
      consent.asked.get("client_id") === given.get("client_id") &&
      given.get("client_secret") === CLIENT.secret;
    /** GitHub sends status 200 even if it refuses a code. */
    if (!consent || !fits)
      return isGoogle
        ? { status: 400, body: { error: "invalid_grant" } }
        : { status: 200, body: { error: "bad_verification_code" } };
    const access_token = randomBytes(8).toString("hex");
    this.#tokens.set(access_token, consent.person);
    const { asked, person } = consent;
    const isOpenId = isGoogle && asked.get("scope")?.split(" ").includes("openid");
    const id_token = isOpenId ? this.#idToken(person, asked.get("nonce") ?? "") : undefined;
    const refresh_token = asked.get("access_type") === "offline" ? randomBytes(8).toString("hex") : undefined;
    return {
      status: 200,
      body: {
        access_token,
        token_type: "bearer",
        expires_in: 3600,
        ...(id_token && { id_token }),
        ...(refresh_token && { refresh_token }),
      },
    };
  }

  #idToken({ id, name, email, verified }: ProviderAccount, nonce: string): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.servers.google.origin,
      aud: CLIENT.id,
      sub: id,
      iat: now,
      exp: now + 3600,
      nonce,
      name,
      email,
      email_verified: verified,
      ...this.mischief.claims,
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${part({ alg: "RS256", typ: "JWT", kid: "1" })}.${part(claims)}`;
    const { privateKey } = this.mischief.foreignKey ? this.#foreignKey : this.#key;
    return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
  }
}
