import { useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../../lib/call.ts";

/** A year at a time. */
const MONTHS = 12;

/** What each month came to, newest first. */
export function useStatements() {
  return useInfiniteQuery({
    queryKey: ["billing", "statements"],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("billing.statements", {
        query: { limit: MONTHS, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}
