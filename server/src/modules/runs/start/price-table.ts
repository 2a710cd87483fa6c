import { createHash } from "node:crypto";
import type { ModelListing } from "@stoa/gateway";

/** Returns a version name for the providers' rates: the same rates give the same version. */
export function priceTableVersion(models: ModelListing[]): string {
  const rates = models
    .map((model) => `${model.provider}/${model.id}:${model.promptRateNano}:${model.completionRateNano}`)
    .sort();
  return createHash("sha256").update(rates.join("\n")).digest("hex").slice(0, 12);
}
