import { useQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadSettingsContract } from "../load-settings-contract.ts";

const routes = async () => (await loadSettingsContract()).billingRoutes;

/** The receipt of a movement. */
export function useBillingReceipt(id: string) {
  return useQuery({
    queryKey: ["billing", "receipt", id],
    queryFn: async ({ signal }) => call((await routes()).receipt, { params: { id }, signal }),
  });
}
