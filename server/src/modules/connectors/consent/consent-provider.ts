/** What a provider's redirect brings in its query. */
export interface ReturnedConsent {
  state: string;
  code?: string | undefined;
  iss?: string | undefined;
  error?: string | undefined;
}

/** What only we know of a consent in progress. */
export interface ConsentChecks {
  state: string;
  codeVerifier: string;
}

export interface IssuedToken {
  accessToken: string;
  goodForSeconds: number;
}

/** Where people allow access to what they keep, for one operator's client. */
export interface ConsentProvider {
  /** Where the browser goes to. @throws ConsentFailure */
  authorizationUrl(checks: ConsentChecks, scopes: readonly string[]): Promise<URL>;
  /** The token that others are got by, for as long as the person allows it. @throws ConsentFailure */
  exchange(returned: ReturnedConsent, checks: ConsentChecks): Promise<string>;
  /** A token to ask the service with. @throws ConsentFailure */
  refresh(refreshToken: string): Promise<IssuedToken>;
  /** Gives back what `exchange` brought. @throws ConsentFailure */
  revoke(refreshToken: string): Promise<void>;
}

export type ConsentProviders = ReadonlyMap<"google", ConsentProvider>;
