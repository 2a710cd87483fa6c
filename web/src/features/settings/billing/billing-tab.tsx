import { TEXTS } from "@stoa/contract/texts";
import { CreditCard } from "lucide-react";
import { LoadMore } from "../../../components/load-more.tsx";
import { ScrollRegion } from "../../../components/scroll-region.tsx";
import { Figure } from "../../../components/stat.tsx";
import { formatUsdExact, formatUsdFull, NOT_MEASURED } from "../../../lib/format.ts";
import { formatTimestamp } from "../../../lib/format-time.ts";
import { useBalance } from "../../../lib/queries/use-balance.ts";
import { useExpected } from "../use-expected.ts";
import { useBillingHistory } from "./use-billing-history.ts";

/** Billing: the overlay about payments (section 2), and beneath it what the wallet really did. */
export function BillingTab() {
  const expected = useExpected();
  const balance = useBalance();
  const history = useBillingHistory();
  const entries = history.data?.pages.flatMap((page) => page.history) ?? [];
  return (
    <section className="relative grid gap-6">
      <h2 className="text-22">Billing</h2>
      <div className="sticky top-18 z-10 flex items-start gap-3 rounded-6 bg-raised p-4 text-14 shadow-overlay">
        <CreditCard aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-ink-2" />
        <p>
          <strong className="font-semibold">{TEXTS.billing.overlay(expected.payments)}</strong>{" "}
          <span className="text-ink-2">
            Until then nothing can be bought. Below is what your credits did.
          </span>
        </p>
      </div>
      <div className="hairgrid sm:grid-cols-3">
        <Figure
          label="Available"
          value={balance.data ? formatUsdFull(balance.data.available) : NOT_MEASURED}
        />
        <Figure
          label="Total spent"
          value={balance.data ? formatUsdFull(balance.data.total_spent) : NOT_MEASURED}
        />
        <Figure
          label="Total earned"
          value={balance.data ? formatUsdFull(balance.data.total_earned) : NOT_MEASURED}
        />
      </div>
      <ScrollRegion label="Ledger" framed>
        <table className="w-full text-left text-14">
          <thead className="label border-line border-b">
            <tr>
              <th className="px-4 py-2 font-normal">Time</th>
              <th className="px-4 py-2 font-normal">What</th>
              <th className="px-4 py-2 text-right font-normal">Amount</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {entries.map((entry) => (
              <tr key={entry.id}>
                <td className="mono whitespace-nowrap px-4 py-2.5 text-12 text-ink-2">
                  {formatTimestamp(entry.created_at)}
                </td>
                <td className="min-w-40 px-4 py-2.5">{entry.description}</td>
                <td className="mono whitespace-nowrap px-4 py-2.5 text-right text-12">
                  {entry.amount > 0 ? "+" : ""}
                  {formatUsdExact(entry.amount)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {entries.length === 0 && (
          <p className="px-4 py-10 text-center text-14 text-ink-2">
            {history.isError
              ? "The ledger could not be loaded."
              : history.isPending
                ? "Loading"
                : "Nothing has moved yet."}
          </p>
        )}
      </ScrollRegion>
      <LoadMore
        hasMore={history.hasNextPage}
        busy={history.isFetchingNextPage}
        onMore={() => history.fetchNextPage()}
      />
    </section>
  );
}
