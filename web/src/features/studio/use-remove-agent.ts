import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";

/** Deletes an agent of the developer for ever. */
export function useRemoveAgent(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { catalogRoutes } = await loadContract();
      return call(catalogRoutes.remove, { params: { id } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}
