import type { UsageRecord } from "@stoa/contract/usage";
import type { ReactNode } from "react";
import { CalledByAnotherRun } from "../../../components/called-by-another-run.tsx";
import { RunLink } from "../../../components/run-link.tsx";
import { RunStatusBadge } from "../../../components/run-status-badge.tsx";
import { ScrollRegion } from "../../../components/scroll-region.tsx";
import { formatCount, formatMilliseconds, formatUsdRow } from "../../../lib/format.ts";
import { formatTimestamp } from "../../../lib/format-time.ts";

export interface LogsTableProps {
  readonly records: readonly UsageRecord[];
  readonly onOpen: (runId: string) => void;
}

/** The runs of a page; each opens its details. On a phone the table scrolls within its frame. */
export function LogsTable({ records, onOpen }: LogsTableProps) {
  return (
    <ScrollRegion label="Recent API Calls">
      <table className="w-full text-left text-14">
        <thead className="border-line border-b text-ink-2">
          <tr>
            <Head>Timestamp</Head>
            <Head>Agent</Head>
            <Head>User</Head>
            <Head>Status</Head>
            <Head end>Response Time</Head>
            <Head end>Tokens</Head>
            <Head end>Cost</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {records.map((record) => (
            <tr key={record.id}>
              <Cell mono>{formatTimestamp(record.created_at)}</Cell>
              <td className="min-w-44 max-w-72 px-4 py-2.5">
                <button
                  type="button"
                  aria-haspopup="dialog"
                  className="link block max-w-full truncate text-left max-md:min-h-11"
                  onClick={() => onOpen(record.id)}
                >
                  {record.agent_name}
                </button>
                {record.task !== null && (
                  <span className="block truncate text-12 text-ink-3">{record.task}</span>
                )}
                {record.parent_run_id !== null && (
                  <RunLink runId={record.parent_run_id} className="link-alone mt-1 text-ink-3">
                    <CalledByAnotherRun />
                  </RunLink>
                )}
              </td>
              <Cell>You</Cell>
              <Cell>
                <RunStatusBadge status={record.status} />
              </Cell>
              <Cell mono end>
                {formatMilliseconds(record.execution_time)}
              </Cell>
              <Cell mono end>
                {formatCount(record.tokens_used)}
              </Cell>
              <Cell mono end>
                {formatUsdRow(record.cost)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface CellProps {
  readonly end?: boolean;
  readonly mono?: boolean;
  readonly children: ReactNode;
}

function Head({ end = false, children }: CellProps) {
  return (
    <th scope="col" className={`whitespace-nowrap px-4 py-2.5 font-normal ${end ? "text-right" : ""}`}>
      {children}
    </th>
  );
}

function Cell({ end = false, mono = false, children }: CellProps) {
  return (
    <td className={`whitespace-nowrap px-4 py-2.5 ${end ? "text-right" : ""} ${mono ? "mono text-12" : ""}`}>
      {children}
    </td>
  );
}
