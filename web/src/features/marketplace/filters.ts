import type { AgentFilters } from "../../lib/queries/use-agents.ts";

/** The marketplace's filters as they stand in the address; absent is "all". */
export type MarketFilters = Omit<AgentFilters, "limit">;

/** Whether anything narrows the list. */
export function isFiltered(filters: MarketFilters): boolean {
  return Boolean(filters.search || filters.category || filters.framework || filters.pricing);
}
