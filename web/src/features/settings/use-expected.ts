import type { Expected } from "@stoa/contract/system";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../lib/call.ts";

const UNKNOWN: Expected = { payments: null, plan_changes: null };

/** Returns when payments and plan changes are expected here; no dates until the server has answered. */
export function useExpected(): Expected {
  const { data } = useQuery({
    queryKey: ["expected"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call("system.expected", { signal }),
  });
  return data ?? UNKNOWN;
}
