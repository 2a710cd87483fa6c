import { createHash } from "node:crypto";
import type { ModelListing } from "@stoa/gateway";

/** Names the providers' rates that a run was started under (reading 15): the same rates, the same version. */
export function priceTableVersion(models: ModelListing[]): string {
  const rates = models
    .map((model) => `${model.provider}/${model.id}:${model.promptRateNano}:${model.completionRateNano}`)
    .sort();
  return createHash("sha256").update(rates.join("\n")).digest("hex").slice(0, 12);
}
