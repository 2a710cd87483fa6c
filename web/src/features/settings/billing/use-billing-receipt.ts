import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { billingRoutes } from "../settings-contract.ts";

/** The receipt of a movement. */
export function useBillingReceipt(id: string) {
  return useQuery({
    queryKey: ["billing", "receipt", id],
    queryFn: ({ signal }) => call(billingRoutes.receipt, { params: { id }, signal }),
  });
}
