import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";
import { connectorsKey } from "./connectors-key.ts";

/** One's connectors. */
export function useConnectors() {
  return useQuery({
    queryKey: [...connectorsKey, "list"],
    queryFn: async ({ signal }) => {
      const { connectorRoutes } = await loadContract();
      return call(connectorRoutes.list, { signal });
    },
  });
}
