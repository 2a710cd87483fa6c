import type { BillingStatement } from "@stoa/contract/billing-receipts";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { ScrollRegion } from "../../../components/scroll-region.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatUsdFull } from "../../../lib/format.ts";
import { useStatements } from "../../../queries/billing.ts";
import { formatMonth } from "./billing-search.ts";

const COLUMNS = [
  ["opening", "Opening"],
  ["credits", "Credits"],
  ["spent", "Spent"],
  ["failure_charges", "Failed runs"],
  ["earned", "Earned"],
  ["expired", "Expired"],
  ["reversed", "Reversed"],
  ["closing", "Closing"],
] as const satisfies ReadonlyArray<readonly [keyof BillingStatement, string]>;

/** Shows the wallet's activity by month; each month links to its entries. */
export function Statements({ onMonth }: { readonly onMonth: (month: string) => void }) {
  const statements = useStatements();
  const months = statements.data?.pages.flatMap((page) => page.statements);
  if (!months)
    return statements.isError ? (
      <ErrorState title="Failed to load the statements" onRetry={() => statements.refetch()} />
    ) : (
      <Skeleton className="h-24 w-full" />
    );
  return (
    <>
      <ScrollRegion label="Statements" framed>
        <table className="w-full text-left text-14">
          <thead className="border-line border-b text-ink-2">
            <tr>
              <th className="whitespace-nowrap px-4 py-2.5 font-normal">Month (UTC)</th>
              {COLUMNS.map(([name, label]) => (
                <th key={name} className="px-4 py-2.5 text-right font-normal">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {months.map((statement) => (
              <tr key={statement.month}>
                <td className="whitespace-nowrap px-4 py-2.5">
                  <button
                    type="button"
                    className="link max-md:min-h-11"
                    onClick={() => onMonth(statement.month)}
                  >
                    {formatMonth(statement.month)}
                  </button>
                </td>
                {COLUMNS.map(([name]) => (
                  <td key={name} className="mono whitespace-nowrap px-4 py-2.5 text-right text-12">
                    {formatUsdFull(statement[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {months.length === 0 && (
          <EmptyState
            title="No statements yet"
            hint="Your first statement appears with the first activity on your balance."
          />
        )}
      </ScrollRegion>
      <LoadMore
        label="Earlier months"
        hasMore={statements.hasNextPage}
        busy={statements.isFetchingNextPage}
        onMore={() => statements.fetchNextPage()}
      />
    </>
  );
}
