import { useQuery } from "@tanstack/react-query";
import { call } from "../call.ts";

/** The caller's spending in the current UTC month. */
export function useSpendingStats() {
  return useQuery({
    queryKey: ["billing", "spending"],
    queryFn: ({ signal }) => call("billing.spendingStats", { signal }),
  });
}
