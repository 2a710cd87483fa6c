import type { SignInProvider } from "@stoa/contract/sign-in-words";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

const KEY = ["linked-sign-ins"] as const;

/** The accounts of Google and GitHub that sign one in. */
export function useLinkedSignIns() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call("signIn.linked", { signal }),
  });
}

/** Unlinks one of them. */
export function useUnlinkSignIn() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (provider: SignInProvider) => call("signIn.unlink", { params: { provider } }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}
