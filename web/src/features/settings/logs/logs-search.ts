import { SCREEN } from "@stoa/contract/limits";
import type { UsageHistogramQuery, UsageOutcome } from "@stoa/contract/usage";
import type { Period } from "@stoa/contract/values";

/** The filters of the logs in the URL. */
export interface LogsSearch {
  readonly period?: Period | undefined;
  readonly search?: string | undefined;
  readonly agent?: string | undefined;
  readonly agent_id?: number | undefined;
  readonly agent_name?: string | undefined;
  readonly status?: UsageOutcome | undefined;
  readonly page?: number | undefined;
  /** The run whose details are open. */
  readonly run?: string | undefined;
}

export const PERIODS = [
  { value: "24h", label: "Last 24 hours" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
] as const satisfies readonly { value: Period; label: string }[];

/** Returns the period with this name; undefined if there is none. */
export const readPeriod = (text: string | undefined): Period | undefined =>
  PERIODS.find(({ value }) => value === text)?.value;

/** Returns the filter that the table, histogram and CSV file share. */
export function createLogsFilter(search: LogsSearch): Partial<UsageHistogramQuery> {
  const { period = "7d", status, agent, agent_id } = search;
  return {
    period,
    ...(search.search && { search: search.search }),
    ...(agent && { agent }),
    ...(agent_id && { agent_id }),
    ...(status && { status }),
  };
}

/** Returns whether any filter besides the period is set. */
export function isNarrowed({ search, agent, agent_id, status }: LogsSearch): boolean {
  return Boolean(search || agent || agent_id || status);
}

/** Returns the search parameters with only the period. */
export function removeFilters({ period }: LogsSearch): LogsSearch {
  return { period };
}

/** Describes a page, such as "Showing 21-40 of 95 calls". For the first page, only says how many calls it shows. */
export function describePage(page: number, count: number, total: number): string {
  const before = (page - 1) * SCREEN.logsUsageLimit;
  const shown = before === 0 || count === 0 ? count : `${before + 1}-${before + count}`;
  return `Showing ${shown} of ${total} calls`;
}
