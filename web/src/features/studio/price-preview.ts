import { formatPricePerMillion } from "../../lib/format.ts";

/** The price as buyers see it, while what is typed is a price. */
export function pricePreview(typed: unknown): string | undefined {
  if (typed === "") return undefined;
  const price = Number(typed);
  if (!Number.isFinite(price) || price < 0) return undefined;
  return `Buyers see ${price === 0 ? "Free" : `${formatPricePerMillion(price)} / 1M tokens`}`;
}
