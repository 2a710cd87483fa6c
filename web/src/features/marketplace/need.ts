import type { Category } from "@stoa/contract/catalog";
import { CATEGORIES } from "@stoa/contract/catalog-labels";
import { SCREEN } from "@stoa/contract/limits";

/** The user's description of a need, and its filters. */
export interface Need {
  readonly query: string;
  readonly category?: Category | undefined;
  /** The maximum price, one of `MAX_PRICES`. */
  readonly maxPrice?: MaxPrice | undefined;
}

/**
 * In USD per 1M tokens: free, typical of small models, typical of large models, and the default price of an upload
 * through the API.
 */
export const MAX_PRICES = ["0", "1", "10", "100"] as const;
export type MaxPrice = (typeof MAX_PRICES)[number];

interface NeedSearch {
  readonly need?: string | undefined;
  readonly category?: string | undefined;
  readonly max_price?: string | undefined;
}

/** Returns the need in a URL; without a description there is none. */
export function readNeed({ need, category, max_price }: NeedSearch): Need | undefined {
  const query = need?.trim();
  if (!query) return undefined;
  return {
    query,
    category: CATEGORIES.find((option) => option === category),
    maxPrice: MAX_PRICES.find((price) => price === max_price),
  };
}

/** Formats a need for the URL, as the reverse of `readNeed`. */
export function writeNeed(need: Need | undefined) {
  return need ? { need: need.query, category: need.category, max_price: need.maxPrice } : {};
}

/** Returns the maximum price in USD per token, as the server expects it. */
export function toPricePerToken(price: MaxPrice): number {
  return Number(price) / SCREEN.tokensPerPriceUnit;
}
