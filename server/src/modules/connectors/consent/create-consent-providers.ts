import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { ConsentProviders } from "./consent-provider.ts";
import { GoogleConsent } from "./google-consent.ts";

const GOOGLE = new URL("https://accounts.google.com");

export interface ConsentProvidersOptions {
  outbound: Outbound;
  publicUrl: string;
  google: { id: string; secret: string } | undefined;
  /** The issuer URL of Google, if it is not the public one. */
  googleIssuer?: URL | undefined;
}

/**
 * Creates the providers for which the operator has a client: the same client as for sign-in, with one more redirect
 * URI.
 */
export function createConsentProviders(options: ConsentProvidersOptions): ConsentProviders {
  const { google: client, publicUrl, outbound, googleIssuer: issuer = GOOGLE } = options;
  if (!client) return new Map();
  const redirectUri = `${publicUrl}/connect/google`;
  return new Map([["google", new GoogleConsent({ client, redirectUri, issuer, outbound })]]);
}
