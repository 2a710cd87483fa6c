import type { Config } from "../config.ts";

/** Returns warnings to log at startup if a reverse proxy is required but not declared. */
export function getProxyNotices({ expectsProxy, signIn }: Pick<Config, "expectsProxy" | "signIn">): string[] {
  if (!expectsProxy) return [];
  return [
    `STOA_PUBLIC_URL is ${signIn.publicUrl}, which implies a reverse proxy, but STOA_TRUST_PROXY is not set, so all visitors share the rate limits of one client. Set STOA_TRUST_PROXY=1 for one proxy or to its ranges, or to 0 if it forwards connections unchanged.`,
  ];
}
