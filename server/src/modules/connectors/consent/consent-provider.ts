/** The query of a provider's redirect. */
export interface ReturnedConsent {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** The secrets of a consent in progress, which only the server knows. */
export interface ConsentChecks {
  state: string;
  codeVerifier: string;
}

export interface IssuedToken {
  accessToken: string;
  goodForSeconds: number;
}

/** A provider at which users allow the operator's client to access their data. */
export interface ConsentProvider {
  /** Returns the URL to which the browser is sent. @throws ConsentFailure */
  createAuthorizationUrl(checks: ConsentChecks, scopes: readonly string[]): Promise<URL>;
  /** Returns a refresh token. @throws ConsentFailure */
  exchange(returned: ReturnedConsent, checks: ConsentChecks): Promise<string>;
  /** Returns an access token for the service. @throws ConsentFailure */
  refresh(refreshToken: string): Promise<IssuedToken>;
  /** Revokes the token that `exchange` returned. @throws ConsentFailure */
  revoke(refreshToken: string): Promise<void>;
}

export type ConsentProviders = ReadonlyMap<"google", ConsentProvider>;
