import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";

/** The developer's own agents. */
export function useMyAgents() {
  return useQuery({
    queryKey: ["agents", "mine"],
    queryFn: async ({ signal }) => {
      const { catalogRoutes } = await loadContract();
      return call(catalogRoutes.mine, { signal });
    },
  });
}
