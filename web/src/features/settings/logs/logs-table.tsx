import type { UsageRecord } from "@stoa/contract/usage";
import type { ReactNode } from "react";
import { CalledByAnotherRun } from "../../../components/called-by-another-run.tsx";
import { RunLink } from "../../../components/run-link.tsx";
import { RunStatusBadge } from "../../../components/run-status-badge.tsx";
import { ScrollRegion } from "../../../components/scroll-region.tsx";
import { cx } from "../../../lib/class-names.ts";
import { formatCount, formatMilliseconds, formatUsdRow } from "../../../lib/format.ts";
import { formatTimestamp } from "../../../lib/format-time.ts";
import { getPaidAmount } from "../../../lib/paid-amount.ts";

interface LogsTableProps {
  readonly records: readonly UsageRecord[];
  readonly onOpen: (runId: string) => void;
}

/**
 * Lists the runs of a page; each opens its details. A phone shows agent, status and cost in one row, with the time
 * below the name; the details have the rest.
 */
export function LogsTable({ records, onOpen }: LogsTableProps) {
  return (
    <ScrollRegion label="Recent API Calls">
      <table className="w-full text-left text-14">
        <thead className="border-line border-b text-ink-2">
          <tr>
            <Head wide>Timestamp</Head>
            <Head>Agent</Head>
            <Head wide>User</Head>
            <Head>Status</Head>
            <Head end wide>
              Response Time
            </Head>
            <Head end wide>
              Tokens
            </Head>
            <Head end>Cost</Head>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {records.map((record) => (
            <tr key={record.id}>
              <Cell mono wide>
                {formatTimestamp(record.created_at)}
              </Cell>
              <td className="max-w-72 px-4 py-2.5 max-md:max-w-40 md:min-w-44">
                <button
                  type="button"
                  aria-haspopup="dialog"
                  className="link block max-w-full truncate text-left max-md:min-h-11"
                  onClick={() => onOpen(record.id)}
                >
                  {record.agent_name}
                </button>
                <span className="mono block text-12 text-ink-3 md:hidden">
                  {formatTimestamp(record.created_at)}
                </span>
                {record.task !== null && (
                  <span className="block truncate text-12 text-ink-3">{record.task}</span>
                )}
                {record.parent_run_id !== null && (
                  <RunLink runId={record.parent_run_id} className="link-alone mt-1 text-ink-3">
                    <CalledByAnotherRun />
                  </RunLink>
                )}
              </td>
              <Cell wide>You</Cell>
              <Cell>
                <RunStatusBadge status={record.status} error={record.error} />
              </Cell>
              <Cell mono end wide>
                {formatMilliseconds(record.execution_time)}
              </Cell>
              <Cell mono end wide>
                {formatCount(record.tokens_used)}
              </Cell>
              <Cell mono end>
                {formatUsdRow(getPaidAmount(record))}
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
  /** Whether the cell is hidden on phones. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

function Head({ end = false, wide = false, children }: CellProps) {
  return (
    <th
      scope="col"
      className={cx(
        "whitespace-nowrap px-4 py-2.5 font-normal max-md:px-3",
        end && "text-right",
        wide && "max-md:hidden",
      )}
    >
      {children}
    </th>
  );
}

function Cell({ end = false, mono = false, wide = false, children }: CellProps) {
  return (
    <td
      className={cx(
        "whitespace-nowrap px-4 py-2.5 max-md:px-3",
        end && "text-right",
        mono && "mono text-12",
        wide && "max-md:hidden",
      )}
    >
      {children}
    </td>
  );
}
