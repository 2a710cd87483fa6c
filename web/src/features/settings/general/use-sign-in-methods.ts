import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadSettingsContract } from "../load-settings-contract.ts";

const routes = async () => (await loadSettingsContract()).signInRoutes;

/** What this server has enabled to sign in with; it changes with a restart alone. */
export function useSignInMethods() {
  return useQuery({
    queryKey: ["sign-in-methods"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => call((await routes()).methods, { signal }),
  });
}
