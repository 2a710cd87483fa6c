import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";
import { useSignedIn } from "../session.ts";

export const balanceKey = ["billing", "balance"] as const;

/** The caller's balance; off while signed out. */
export function useBalance() {
  return useQuery({
    queryKey: balanceKey,
    enabled: useSignedIn(),
    queryFn: ({ signal }) => call("billing.balance", { signal }),
  });
}
