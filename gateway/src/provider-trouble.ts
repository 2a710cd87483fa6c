/** Codes of calls that failed for a reason that lies with the provider or the operator's account there. */
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

/** Whether a call's error code says that its provider is in trouble, and not that the request was wrong. */
export function isProviderTrouble(code: string | undefined): boolean {
  return code !== undefined && CODES.has(code);
}
