import type { BillingHistoryQuery, Revenue } from "@stoa/contract/ledger";
import { LIMITS } from "@stoa/contract/limits";
import type { Expected } from "@stoa/contract/system";
import { useInfiniteQuery, useQueries, useQuery } from "@tanstack/react-query";
import { call, getPath } from "../lib/call.ts";

/** Returns the caller's spending in the current UTC month. */
export function useSpendingStats() {
  return useQuery({
    queryKey: ["billing", "spending"],
    queryFn: ({ signal }) => call("billing.spendingStats", { signal }),
  });
}

/** The number of statements per page: one year. */
const MONTHS = 12;

/** Returns the statements of each month, newest first. */
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

/** Returns the receipt of a movement. */
export function useBillingReceipt(id: string) {
  return useQuery({
    queryKey: ["billing", "receipt", id],
    queryFn: ({ signal }) => call("billing.receipt", { params: { id }, signal }),
  });
}

/** Returns the movements of the wallet that match, newest first. */
export function useBillingHistory(filter: Partial<BillingHistoryQuery>) {
  return useInfiniteQuery({
    queryKey: ["billing", "history", filter],
    initialPageParam: "",
    queryFn: ({ pageParam, signal }) =>
      call("billing.history", {
        query: { ...filter, ...(pageParam !== "" && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}

/** The maximum number of agents whose earnings the overview loads: with more, the page would wait too long. */
const READ_AT_MOST = 20;

/** Returns each agent's earnings over the last days, from the ledger, keyed by agent id. */
export function useRevenues(
  agentIds: readonly number[],
  days: number = LIMITS.revenueDaysDefault,
): ReadonlyMap<number, Revenue> {
  return useQueries({
    queries: agentIds.slice(0, READ_AT_MOST).map((id) => ({
      queryKey: ["billing", "revenue", id, days],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("billing.agentRevenue", { params: { id }, query: { days }, signal }),
    })),
    combine: (results) => {
      const found = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
      return new Map(found.map((revenue) => [revenue.agent_id, revenue]));
    },
  });
}

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

/** Returns the path of the movements that match as CSV. */
export function getBillingCsvPath(filter: Partial<BillingHistoryQuery>): Promise<string> {
  return getPath("billing.history", { query: { ...filter, format: "csv" } });
}
