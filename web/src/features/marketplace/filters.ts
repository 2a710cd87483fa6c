import { AGENT_ORDERS, CATEGORIES, FRAMEWORKS, PRICINGS } from "@stoa/contract/catalog-labels";
import type { AgentFilters } from "../../queries/agents.ts";

/** The marketplace's filters as in the URL; an absent filter means "all". */
export type MarketFilters = Omit<AgentFilters, "limit" | "developer">;

/** Returns whether any filter is set. */
export function isFiltered(filters: MarketFilters): boolean {
  return Boolean(
    filters.search ||
      filters.category ||
      filters.framework ||
      filters.pricing ||
      filters.model ||
      filters.favourites,
  );
}

/**
 * Returns the filters in a URL. Categories, frameworks, prices and orders that the contract does not define are
 * ignored.
 */
export function readFilters(
  search: { readonly [Name in keyof MarketFilters]: string | undefined },
): MarketFilters {
  return {
    search: search.search,
    category: CATEGORIES.find((option) => option === search.category),
    framework: FRAMEWORKS.find((option) => option === search.framework),
    pricing: PRICINGS.find((option) => option === search.pricing),
    model: search.model,
    sort: AGENT_ORDERS.find((option) => option === search.sort),
    favourites: search.favourites === "true" ? "true" : undefined,
  };
}
