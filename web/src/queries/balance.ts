import { useQuery } from "@tanstack/react-query";
import { call } from "../lib/call.ts";
import { useSignedIn } from "../lib/session.ts";

const balanceKey = ["billing", "balance"] as const;

/** Returns the user's balance. Fetches nothing while no user is signed in. */
export function useBalance() {
  return useQuery({
    queryKey: balanceKey,
    enabled: useSignedIn(),
    queryFn: ({ signal }) => call("billing.balance", { signal }),
  });
}
