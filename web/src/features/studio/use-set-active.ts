import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";
import { loadContract } from "../../lib/load-contract.ts";

/** Lists or unlists one's agent. */
export function useSetActive(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (active: boolean) => {
      const { catalogRoutes } = await loadContract();
      return call(catalogRoutes.update, { params: { id }, body: { is_active: active } });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ["agents"] }),
  });
}
