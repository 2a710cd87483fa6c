import type { RunReceipt } from "@stoa/runtime/protocol";
import type { LiveRun } from "../live/live-run.ts";

/** If a run spent at least this share of its time waiting for one answer, the provider caused its timeout. */
const HANGING_PART = 0.5;

const REASONS: Readonly<Record<string, string>> = {
  provider_rate_limited: "is rate limiting requests",
  provider_refused_key: "refused this server's key",
  provider_quota_exhausted: "reports that this server's credit is used up",
  provider_timeout: "did not respond in time",
  provider_unreachable: "could not be reached",
};

/** Returns the message for a provider's error code. */
function describe(code: string): string {
  const reason = REASONS[code] ?? "returned an error";
  return `The model's provider ${reason}. The agent is not at fault. Please try again later.`;
}

/** Returns why a run failed if its provider caused the failure, and otherwise undefined. */
export function findProviderFailure(
  { meter, terms, waitedAtEndMs }: LiveRun,
  receipt: RunReceipt,
): string | undefined {
  if (receipt.outcome === "timeout") {
    const hung = waitedAtEndMs >= terms.timeoutSeconds * 1_000 * HANGING_PART;
    return hung ? describe("provider_timeout") : undefined;
  }
  const { providerTrouble } = meter;
  return receipt.outcome === "failed" && providerTrouble !== undefined
    ? describe(providerTrouble)
    : undefined;
}
