import { Button } from "../../../components/button.tsx";
import { EmptyState } from "../../../components/empty-state.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { LoadMore } from "../../../components/load-more.tsx";
import { ScrollRegion } from "../../../components/scroll-region.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { formatTimestamp } from "../../../lib/format-time.ts";
import { useBillingHistory } from "../../../queries/billing.ts";
import { type BillingScreenProps, createBillingFilter, KIND_NAMES } from "./billing-search.ts";
import { MovementFilters } from "./movement-filters.tsx";
import { SignedAmount } from "./signed-amount.tsx";

/** Lists every movement of the wallet that matches; each opens its receipt. */
export function Movements({ search, onSearch }: BillingScreenProps) {
  const history = useBillingHistory(createBillingFilter(search));
  const entries = history.data?.pages.flatMap((page) => page.history);
  const isNarrowed = search.kind !== undefined || search.month !== undefined;
  return (
    <section className="min-w-0">
      <MovementFilters search={search} onSearch={onSearch} />
      {!entries ? (
        history.isError ? (
          <ErrorState title="Failed to load your billing history" onRetry={() => history.refetch()} />
        ) : (
          <Skeleton className="h-48 w-full" />
        )
      ) : (
        <ScrollRegion label="Ledger" framed>
          <table className="w-full text-left text-14">
            <thead className="border-line border-b text-ink-2">
              <tr>
                <th className="px-4 py-2.5 font-normal">Time</th>
                <th className="px-4 py-2.5 font-normal">Description</th>
                <th className="px-4 py-2.5 font-normal">Kind</th>
                <th className="px-4 py-2.5 text-right font-normal">Amount</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {entries.map((entry) => (
                <tr key={entry.id}>
                  <td className="mono whitespace-nowrap px-4 py-2.5 text-12 text-ink-2">
                    {formatTimestamp(entry.created_at)}
                  </td>
                  <td className="min-w-40 px-4 py-2.5">
                    <button
                      type="button"
                      aria-haspopup="dialog"
                      className="link text-left max-md:min-h-11"
                      onClick={() => onSearch({ ...search, entry: entry.id })}
                    >
                      {entry.description}
                    </button>
                  </td>
                  <td className="px-4 py-2.5 text-ink-2">{KIND_NAMES[entry.kind]}</td>
                  <td className="mono whitespace-nowrap px-4 py-2.5 text-right text-12">
                    <SignedAmount usd={entry.amount} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          {entries.length === 0 && (
            <EmptyState
              title={isNarrowed ? "No matching activity" : "No activity yet"}
              hint={isNarrowed ? undefined : "Credits, runs and earnings will appear here."}
              action={
                isNarrowed && (
                  <Button variant="outline" onClick={() => onSearch({})}>
                    Clear filters
                  </Button>
                )
              }
            />
          )}
        </ScrollRegion>
      )}
      <LoadMore
        hasMore={history.hasNextPage}
        busy={history.isFetchingNextPage}
        onMore={() => history.fetchNextPage()}
      />
    </section>
  );
}
