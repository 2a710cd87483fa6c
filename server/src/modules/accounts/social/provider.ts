import type { FinishSignInRequest } from "@stoa/contract";

/** What only the server and the browser's cookie know about a sign-in in progress. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A person as their provider identifies them. */
export interface ProviderPerson {
  subject: string;
  /** Set only if the provider has verified the address. */
  email: string | undefined;
  /** The name from which a username is proposed. */
  name: string;
}

/** Why a sign-in at a provider identified nobody. */
export class SignInFailure extends Error {
  readonly kind: "refused" | "failed" | "unavailable";

  constructor(kind: SignInFailure["kind"], cause: unknown) {
    super(`sign-in at a provider: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Google or GitHub, for one operator's client. */
export interface OAuthProvider {
  /** Returns where to send the browser. Throws ProviderFailure. */
  authorizationUrl(secrets: SignInSecrets): Promise<URL>;
  /** Returns the person who has come back from the provider. Throws ProviderFailure. */
  identify(returned: FinishSignInRequest, secrets: SignInSecrets): Promise<ProviderPerson>;
}
