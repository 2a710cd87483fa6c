import type { RunReceipt } from "@stoa/runtime/protocol";
import type { LiveRun } from "../live/live-run.ts";

/** If a run spent this share of its time waiting for one answer, its provider caused the timeout. */
const HANGING_PART = 0.5;

const REASONS: Readonly<Record<string, string>> = {
  provider_rate_limited: "takes no more requests at the moment",
  provider_refused_key: "refused this server's key",
  provider_quota_exhausted: "gives this server no more credit",
  provider_timeout: "did not answer in time",
  provider_unreachable: "could not be reached",
};

/** Describes what is wrong with the provider. */
function describe(code: string): string {
  const reason = REASONS[code] ?? "could not answer";
  return `The model's provider ${reason}. This is not a fault of the agent. Try again later.`;
}

/** Returns why a run failed, if its provider was the reason; undefined if the agent was. */
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
