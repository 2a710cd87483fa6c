import { Email, type FinishSignInRequest, SIGN_IN_TEXTS, type SignInProvider } from "@stoa/contract";
import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { generateSessionToken, hashToken } from "../../../platform/crypto/tokens.ts";
import type { Database } from "../../../platform/db/database.ts";
import { getUniqueViolation } from "../../../platform/db/errors.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { findCredentials } from "../identity-store.ts";
import type { PersonCreation } from "../new-people.ts";
import { openSession, type Session } from "../open-session.ts";
import type { SignUpLimit } from "../sign-up-limit.ts";
import type { Providers } from "./create-providers.ts";
import { proposeUsername, toUsernameBase } from "./propose-username.ts";
import { type OAuthProvider, type ProviderPerson, SignInFailure } from "./provider.ts";
import { type ProviderIdentity, putIdentity, useIdentity } from "./provider-identity-store.ts";
import { insertSignIn, insertVerifiedPerson, takeSignIn } from "./sign-in-store.ts";

export interface SocialSignInOptions {
  db: Database;
  providers: Providers;
  people: PersonCreation;
  signUps: SignUpLimit;
  onFailure: (provider: SignInProvider, failure: SignInFailure) => void;
}

export type Finished =
  | { outcome: "signed_in"; session: Session; isNew: boolean }
  | { outcome: "link_needed"; email: string; hasPassword: boolean };

/** With four random digits, a name is almost certainly free after one or two attempts. */
const NAME_ATTEMPTS = 10;
/**
 * The number of seconds after which a client may retry. It is about the interval of a load balancer's health checks.
 */
const RETRY_AFTER_SECONDS = "30";

/**
 * Signs in with Google or GitHub. A matching email address alone does not sign anyone in: the provider is linked to
 * that account only with the account's password.
 */
export class SocialSignIn {
  readonly #options: SocialSignInOptions;

  constructor(options: SocialSignInOptions) {
    this.#options = options;
  }

  isEnabled(provider: SignInProvider): boolean {
    return this.#options.providers.has(provider);
  }

  /**
   * Begins a sign-in. Returns the URL of the provider, and the cookie that the browser must send back. Throws AppError
   * 404 if the provider is not enabled, 503 if it cannot be reached.
   */
  async start(provider: SignInProvider): Promise<{ url: URL; browserToken: string }> {
    const at = this.#getProvider(provider);
    const secrets = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
    const url = await this.#callProvider(provider, () => at.createAuthorizationUrl(secrets));
    const browserToken = generateSessionToken();
    await insertSignIn(this.#options.db, hashToken(browserToken), provider, secrets);
    return { url, browserToken };
  }

  /**
   * Completes a sign-in. Throws AppError 400 sign_in_failed if anything does not match, 403 if consent was denied, the
   * email address is not verified or the account is not active, 404 if the provider is not enabled, 429 after too many
   * sign-ups, 503 if the provider is unavailable.
   */
  async finish(
    provider: SignInProvider,
    browserToken: string | undefined,
    returned: FinishSignInRequest,
    network: string | undefined,
  ): Promise<Finished> {
    const at = this.#getProvider(provider);
    const browserHash = browserToken === undefined ? undefined : hashToken(browserToken);
    const secrets = browserHash && (await takeSignIn(this.#options.db, browserHash, provider));
    if (!secrets) throw createSignInFailedError(SIGN_IN_TEXTS.failed(provider));
    const person = await this.#callProvider(provider, () => at.identify(returned, secrets));
    return this.#enter(provider, person, browserHash, network);
  }

  async #enter(
    provider: SignInProvider,
    person: ProviderPerson,
    browserHash: Buffer,
    network: string | undefined,
  ): Promise<Finished> {
    const { db, signUps } = this.#options;
    const { subject } = person;
    const session = await this.#openKnown({ provider, subject });
    if (session) return { outcome: "signed_in", session, isNew: false };
    const { data: email } = Email.safeParse(person.email);
    if (email === undefined) throw new AppError(403, "email_unverified", SIGN_IN_TEXTS.unverified(provider));
    const owner = await findCredentials(db, email);
    if (owner) {
      // The same person may have created this account in another browser since the first lookup.
      const created = await this.#openKnown({ provider, subject });
      if (created) return { outcome: "signed_in", session: created, isNew: false };
      await insertVerifiedPerson(db, browserHash, { provider, subject, email, userId: owner.userId });
      return { outcome: "link_needed", email, hasPassword: owner.passwordHash !== null };
    }
    await signUps.use(network);
    const first = await this.#create({ provider, subject, email }, toUsernameBase(person.name));
    /** Another request took the email address, or completed the same sign-in, a moment ago. */
    if (!first) return this.#enter(provider, person, browserHash, network);
    return { outcome: "signed_in", session: first, isNew: true };
  }

  async #create(
    identity: { provider: SignInProvider; subject: string; email: string },
    name: string,
  ): Promise<Session | undefined> {
    const { db, people } = this.#options;
    for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
      const username = proposeUsername(name, attempt);
      try {
        return await db.transaction().execute(async (tx) => {
          const { email } = identity;
          const { userId } = await people.create(tx, {
            username,
            email,
            passwordHash: null,
            /** The provider has verified this email address. */
            awaitsConfirmation: false,
          });
          await putIdentity(tx, { ...identity, userId });
          return openSession(tx, userId);
        });
      } catch (error) {
        const constraint = getUniqueViolation(error);
        if (constraint === undefined) throw error;
        if (constraint !== "users_username_key") return undefined;
      }
    }
    throw new Error(`no free username found for ${name}`);
  }

  /**
   * Opens the session in one transaction. A password reset that unlinks the identity waits for the transaction, and
   * then also ends this session.
   */
  #openKnown(identity: ProviderIdentity): Promise<Session | undefined> {
    return this.#options.db.transaction().execute(async (tx) => {
      const known = await useIdentity(tx, identity);
      if (!known) return undefined;
      if (!known.isActive) throw new AppError(403, "forbidden", SIGN_IN_TEXTS.inactive);
      return openSession(tx, known.userId);
    });
  }

  #getProvider(provider: SignInProvider): OAuthProvider {
    const found = this.#options.providers.get(provider);
    if (!found) throw new AppError(404, "not_found", SIGN_IN_TEXTS.notEnabled([provider]));
    return found;
  }

  async #callProvider<T>(provider: SignInProvider, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      if (error.kind !== "refused") this.#options.onFailure(provider, error);
      throw toProviderError(provider, error);
    }
  }
}

export const createSignInFailedError = (detail: string, cause?: unknown) =>
  new AppError(400, "sign_in_failed", detail, { cause });

function toProviderError(provider: SignInProvider, failure: SignInFailure): AppError {
  if (failure.kind === "refused")
    return new AppError(403, "forbidden", SIGN_IN_TEXTS.refused(provider), { cause: failure });
  if (failure.kind === "failed") return createSignInFailedError(SIGN_IN_TEXTS.failed(provider), failure);
  return new AppError(503, "provider_unavailable", SIGN_IN_TEXTS.unavailable(provider), {
    cause: failure,
    headers: { "retry-after": RETRY_AFTER_SECONDS },
  });
}
