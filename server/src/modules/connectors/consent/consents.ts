import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { randomPKCECodeVerifier } from "openid-client";
import * as z from "zod";
import type { Vault } from "../../../platform/crypto/vault.ts";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import type { ConnectorSecrets, ServiceDefinition } from "../service-definition.ts";
import { findService } from "../supported-services.ts";
import { ConsentFailure, consentWords } from "./consent-failure.ts";
import type { ConsentProvider, ConsentProviders, ReturnedConsent } from "./consent-provider.ts";

/** Identifies who started a consent, and proves that the same user finishes it. */
const Begun = z.object({ user: z.string(), service: z.string(), verifier: z.string(), until: z.number() });

type Begun = z.infer<typeof Begun>;

/** How long users have to finish a consent: enough time to choose an account and to read the request. */
const CONSENT_VALID_MS = 15 * 60_000;

const SEAL_CONTEXT = { purpose: "connector_consent", row: "", owner: "" } as const;

/** A token is not used in its last minute, because the call that needs it takes time. */
const SPARE_SECONDS = 60;
/** The maximum number of cached access tokens: one for each user whose agents are active on one node. */
const MAX_KEPT_TOKENS = 10_000;

/** Marks the configuration of a connector whose credential is a refresh token. */
export const OBTAINED = { obtained: "consent" } as const;

export interface Allowed {
  service: ServiceDefinition;
  secrets: ConnectorSecrets;
}

/** Manages connectors that users create by allowing access at the service itself. */
export class Consents {
  readonly #vault: Vault;
  readonly #providers: ConsentProviders;
  readonly #tokens = new LRUCache<string, string>({ max: MAX_KEPT_TOKENS });

  constructor(vault: Vault, providers: ConsentProviders) {
    this.#vault = vault;
    this.#providers = providers;
  }

  /** Returns whether the operator has a client at the service's provider. */
  isOffered(service: ServiceDefinition): boolean {
    return this.#findProvider(service) !== undefined;
  }

  /**
   * Returns the URL to which the browser is sent.
   * @throws AppError 404 if the service is not offered, 400 or 503 if the provider fails or does not respond.
   */
  async start(userId: string, serviceName: string): Promise<URL> {
    const { service, provider, scopes } = this.#requireProvider(serviceName);
    const verifier = randomPKCECodeVerifier();
    const state = sealState(this.#vault, { user: userId, service: service.name, verifier });
    return callProvider(service, () =>
      provider.createAuthorizationUrl({ state, codeVerifier: verifier }, scopes),
    );
  }

  /**
   * Returns the service with the credential that the user's consent provides.
   * @throws AppError 400 if access was denied or the consent is not valid for this user, 404 if the service is not
   * offered, 503 if the provider does not respond.
   */
  async finish(userId: string, serviceName: string, returned: ReturnedConsent): Promise<Allowed> {
    const { service, provider } = this.#requireProvider(serviceName);
    const begun = openState(this.#vault, returned.state);
    // Another user's consent would connect that user's account to this user's agents.
    if (!begun || begun.user !== userId || begun.service !== service.name)
      throw new AppError(
        400,
        "sign_in_failed",
        consentWords(service.displayName, new ConsentFailure("failed")),
      );
    const checks = { state: returned.state, codeVerifier: begun.verifier };
    const credential = await callProvider(service, () => provider.exchange(returned, checks));
    return { service, secrets: { credential, config: OBTAINED } };
  }

  /**
   * Returns the secrets for calls. A refresh token is replaced by an access token, which is cached
   * until it expires. @throws ConsentFailure
   */
  async toUsable(service: ServiceDefinition, secrets: ConnectorSecrets): Promise<ConnectorSecrets> {
    if (!isObtained(service, secrets)) return secrets;
    const key = hashCredential(secrets);
    const kept = this.#tokens.get(key);
    if (kept !== undefined) return { ...secrets, credential: kept };
    const provider = this.#findProvider(service);
    if (!provider) throw new ConsentFailure("ended", "the operator removed the OAuth client");
    const { accessToken, goodForSeconds } = await provider.refresh(secrets.credential);
    const ttl = (goodForSeconds - SPARE_SECONDS) * 1000;
    if (ttl > 0) this.#tokens.set(key, accessToken, { ttl });
    return { ...secrets, credential: accessToken };
  }

  /**
   * Revokes the access at the service. Does nothing for credentials that were entered by hand. @throws ConsentFailure
   */
  async withdraw(service: ServiceDefinition, secrets: ConnectorSecrets): Promise<void> {
    if (!isObtained(service, secrets)) return;
    this.#tokens.delete(hashCredential(secrets));
    await this.#findProvider(service)?.revoke(secrets.credential);
  }

  #findProvider({ consent }: ServiceDefinition): ConsentProvider | undefined {
    return consent && this.#providers.get(consent.provider);
  }

  #requireProvider(name: string) {
    const service = findService(name);
    const provider = service && this.#findProvider(service);
    if (!service?.consent || !provider) throw notFound("Sign-in for this service");
    return { service, provider, scopes: service.consent.scopes };
  }
}

const isObtained = (service: ServiceDefinition, { config }: ConnectorSecrets) =>
  service.consent !== undefined && config.obtained === OBTAINED.obtained;

const hashCredential = ({ credential }: ConnectorSecrets) =>
  createHash("sha256").update(credential).digest("base64");

/**
 * Translates a ConsentFailure into an error with a message for users.
 * @throws AppError 503 if the provider does not respond, and otherwise 400.
 */
async function callProvider<T>({ displayName }: ServiceDefinition, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ConsentFailure)) throw error;
    // An expired code ends only the consent in progress, not a connector.
    const told = error.kind === "ended" ? new ConsentFailure("failed", error) : error;
    const detail = consentWords(displayName, told);
    if (told.kind === "unavailable")
      throw new AppError(503, "provider_unavailable", detail, {
        cause: error,
        headers: { "retry-after": "30" },
      });
    throw new AppError(400, "sign_in_failed", detail, { cause: error });
  }
}

/** Creates the state of a consent, which is stored in the browser. Only the server can read or create one. */
function sealState(vault: Vault, begun: Omit<Begun, "until">): string {
  const until = Date.now() + CONSENT_VALID_MS;
  return vault.seal(JSON.stringify({ ...begun, until }), SEAL_CONTEXT).toString("base64url");
}

/** Returns undefined if the state is not from this server or has expired. */
function openState(vault: Vault, state: string): Begun | undefined {
  try {
    const begun = Begun.parse(JSON.parse(vault.open(Buffer.from(state, "base64url"), SEAL_CONTEXT)));
    return begun.until >= Date.now() ? begun : undefined;
  } catch {
    return undefined;
  }
}
