import type { Outbound } from "../../../platform/outbound/outbound.ts";
import type { ConsentProviders } from "./consent-provider.ts";
import { GoogleConsent } from "./google-consent.ts";

const GOOGLE = new URL("https://accounts.google.com");

export interface ConsentProvidersOptions {
  outbound: Outbound;
  publicUrl: string;
  google: { id: string; secret: string } | undefined;
  /** Where Google is, if not where it is for everybody. */
  googleIssuer?: URL | undefined;
}

/** Those that the operator has a client of: the same that people sign in with, with one more redirect URI. */
export function createConsentProviders(options: ConsentProvidersOptions): ConsentProviders {
  const { google: client, publicUrl, outbound, googleIssuer: issuer = GOOGLE } = options;
  if (!client) return new Map();
  const redirectUri = `${publicUrl}/connect/google`;
  return new Map([["google", new GoogleConsent({ client, redirectUri, issuer, outbound })]]);
}
