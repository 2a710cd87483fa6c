import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";

/** What anyone may know of a developer. */
export function useDeveloper(username: string) {
  return useQuery({
    queryKey: ["developers", username.toLowerCase()],
    queryFn: async ({ signal }) => {
      const { developerRoutes } = await loadContract();
      return call(developerRoutes.get, { params: { username }, signal });
    },
  });
}
