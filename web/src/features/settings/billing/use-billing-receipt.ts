import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** The receipt of a movement. */
export function useBillingReceipt(id: string) {
  return useQuery({
    queryKey: ["billing", "receipt", id],
    queryFn: ({ signal }) => call("billing.receipt", { params: { id }, signal }),
  });
}
