import type { QueryClient, QueryKey } from "@tanstack/react-query";

/**
 * Loads every query on the screen again whose key begins with `queryKey`, also one that loads for the first time. TanStack
 * Query joins such a load instead of repeating it, so the screen would keep a response from before a change that the server
 * reports.
 */
export async function reloadQueries(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const firstLoads = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  // This also waits for the first loads.
  await client.invalidateQueries({ queryKey });
  await client.invalidateQueries({ queryKey, predicate: (query) => firstLoads.includes(query) });
}
