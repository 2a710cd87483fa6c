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

/** The maximum number of agents whose earnings are loaded: with more, the page would wait too long. */
export const REVENUES_MAX = 20;

interface Revenues {
  /** The earnings that have been loaded, keyed by agent id. */
  readonly byAgent: ReadonlyMap<number, Revenue>;
  readonly isPending: boolean;
  /** Whether earnings failed to load that have not been loaded before. */
  readonly isError: boolean;
  /** Loads the earnings that failed to load again. */
  readonly retry: () => void;
}

/** Returns the earnings of the first `REVENUES_MAX` agents over the last days, from the ledger. */
export function useRevenues(agentIds: readonly number[], days: number = LIMITS.revenueDaysDefault): Revenues {
  return useQueries({
    queries: agentIds.slice(0, REVENUES_MAX).map((id) => ({
      queryKey: ["billing", "revenue", id, days],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call("billing.agentRevenue", { params: { id }, query: { days }, signal }),
    })),
    combine: (results) => ({
      byAgent: new Map(
        results.flatMap(({ data }) => (data === undefined ? [] : [[data.agent_id, data] as const])),
      ),
      isPending: results.some((result) => result.isPending),
      isError: results.some((result) => result.isLoadingError),
      retry: () => {
        for (const result of results) if (result.isLoadingError) void result.refetch();
      },
    }),
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
