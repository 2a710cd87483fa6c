import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadCatalogContract } from "../load-contract.ts";

/** One agent by id. */
export function agentQuery(id: number) {
  return queryOptions({
    queryKey: ["agents", "one", id],
    queryFn: async ({ signal }) => {
      const { catalogRoutes } = await loadCatalogContract();
      return call(catalogRoutes.get, { params: { id }, signal });
    },
  });
}

/** One agent by id. */
export function useAgent(id: number) {
  return useQuery(agentQuery(id));
}
