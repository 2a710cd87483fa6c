import type { Config } from "../config.ts";

/** Returns warnings to log at startup if a reverse proxy is required but not declared. */
export function proxyNotices({ expectsProxy, signIn }: Pick<Config, "expectsProxy" | "signIn">): string[] {
  if (!expectsProxy) return [];
  return [
    `STOA_PUBLIC_URL is ${signIn.publicUrl}, so a reverse proxy must be in front, but STOA_TRUST_PROXY is not set: all visitors share one client's limits. Set STOA_TRUST_PROXY=1 for one proxy, or its ranges; 0 if it forwards connections as they are.`,
  ];
}
