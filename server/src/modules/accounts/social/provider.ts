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
  /** Only an address that the provider has verified. */
  email: string | undefined;
  /** What a username is proposed from. */
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
  /** Returns the person who came back. Throws ProviderFailure. */
  identify(returned: FinishSignInRequest, secrets: SignInSecrets): Promise<ProviderPerson>;
}
