/** Error codes of calls that failed because of the provider or the operator's account with it. */
const CODES: ReadonlySet<string> = new Set([
  "provider_failed",
  "provider_quota_exhausted",
  "provider_rate_limited",
  "provider_refused_key",
  "provider_timeout",
  "provider_unavailable",
  "provider_unreachable",
  "provider_unreadable",
]);

/** Returns whether an error code means that the provider failed, not that the request was invalid. */
export function isProviderTrouble(code: string | undefined): boolean {
  return code !== undefined && CODES.has(code);
}
