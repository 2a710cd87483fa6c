import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "../call.ts";
import { currentUserKey } from "./use-current-user.ts";

/** Replaces the API key and reloads the user. */
export function useRefreshApiKey() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call("account.refreshApiKey"),
    onSuccess: () => client.invalidateQueries({ queryKey: currentUserKey }),
  });
}
