import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";
import { loadSettingsContract } from "../load-settings-contract.ts";

const routes = async () => (await loadSettingsContract()).billingRoutes;

/** A year at a time. */
const MONTHS = 12;

/** What each month came to, newest first. */
export function useStatements() {
  return useInfiniteQuery({
    queryKey: ["billing", "statements"],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) =>
      call((await routes()).statements, {
        query: { limit: MONTHS, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}
