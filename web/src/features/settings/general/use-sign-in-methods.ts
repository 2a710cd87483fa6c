import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** What this server has enabled to sign in with; it changes with a restart alone. */
export function useSignInMethods() {
  return useQuery({
    queryKey: ["sign-in-methods"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("signIn.methods", { signal }),
  });
}
