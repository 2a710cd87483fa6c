import type { FinishSignInRequest } from "@stoa/contract";

/** What only we and the browser's cookie know of a sign-in in progress. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** Somebody as their provider names them. */
export interface ProviderPerson {
  subject: string;
  /** Only where the provider has verified it. */
  email: string | undefined;
  /** What a username is proposed from. */
  name: string;
}

/** Why nobody is known after a sign-in at a provider. */
export class ProviderFailure extends Error {
  readonly kind: "refused" | "failed" | "unavailable";

  constructor(kind: ProviderFailure["kind"], cause: unknown) {
    super(`sign-in at a provider: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Google or GitHub, for one operator's client. */
export interface Provider {
  /** Where the browser goes to. @throws ProviderFailure. */
  authorizationUrl(secrets: SignInSecrets): Promise<URL>;
  /** Who came back. @throws ProviderFailure. */
  identify(returned: FinishSignInRequest, secrets: SignInSecrets): Promise<ProviderPerson>;
}
