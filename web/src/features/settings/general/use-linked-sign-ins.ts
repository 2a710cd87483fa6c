import type { SignInProvider } from "@stoa/contract/sign-in-words";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadSettingsContract } from "../load-settings-contract.ts";

const routes = async () => (await loadSettingsContract()).signInRoutes;

const KEY = ["linked-sign-ins"] as const;

/** The accounts of Google and GitHub that sign one in. */
export function useLinkedSignIns() {
  return useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => call((await routes()).linked, { signal }),
  });
}

/** Unlinks one of them. */
export function useUnlinkSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (provider: SignInProvider) => call((await routes()).unlink, { params: { provider } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
