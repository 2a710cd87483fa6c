import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../call.ts";
import { loadContract } from "../load-contract.ts";
import { currentUserKey } from "./use-current-user.ts";

/** Replaces the API key and reloads the user. */
export function useRefreshApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { accountRoutes } = await loadContract();
      return call(accountRoutes.refreshApiKey);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserKey }),
  });
}
