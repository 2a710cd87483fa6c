import type { FinishSignInRequest } from "@stoa/contract";

/** The secrets of a sign-in in progress. The server stores them for the browser whose cookie began the sign-in. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** A person as their provider identifies them. */
export interface ProviderPerson {
  subject: string;
  /** The email address, if the provider has verified it. */
  email: string | undefined;
  /** The name on which the proposed username is based. */
  name: string;
}

/** The error of a sign-in in which the provider did not identify anyone. */
export class SignInFailure extends Error {
  readonly kind: "refused" | "failed" | "unavailable";

  constructor(kind: SignInFailure["kind"], cause: unknown) {
    super(`sign-in with a provider failed: ${kind}`, { cause });
    this.kind = kind;
  }
}

/** Google or GitHub, with the client credentials of one operator. */
export interface OAuthProvider {
  /** Returns the URL to send the browser to. Throws SignInFailure. */
  createAuthorizationUrl(secrets: SignInSecrets): Promise<URL>;
  /** Returns the person who has come back from the provider. Throws SignInFailure. */
  identify(returned: FinishSignInRequest, secrets: SignInSecrets): Promise<ProviderPerson>;
}
