import { TEXTS } from "@stoa/contract/texts";
import { CreditCard } from "lucide-react";
import { Figure } from "../../../components/stat.tsx";
import { formatUsdFull, NOT_MEASURED } from "../../../lib/format.ts";
import { useBalance } from "../../../queries/balance.ts";
import { useExpected } from "../../../queries/billing.ts";
import type { BillingScreenProps } from "./billing-search.ts";
import { Movements } from "./movements.tsx";
import { ReceiptDialog } from "./receipt-dialog.tsx";
import { Statements } from "./statements.tsx";

/** Shows the notice about payments and, below it, the real movements of the wallet. */
export function BillingTab({ search, onSearch }: BillingScreenProps) {
  const expected = useExpected();
  const { data: balance } = useBalance();
  const formatAmount = (usd: number | undefined) => (usd === undefined ? NOT_MEASURED : formatUsdFull(usd));
  return (
    <section className="relative grid min-w-0 gap-8">
      <h2 className="text-22">Billing</h2>
      <div className="sticky top-18 z-10 flex items-start gap-3 rounded-6 bg-raised p-4 text-14 shadow-overlay">
        <CreditCard aria-hidden="true" size={18} className="mt-0.5 shrink-0 text-ink-2" />
        <p>
          <strong className="font-semibold">{TEXTS.billing.overlay(expected.payments)}</strong>{" "}
          <span className="text-ink-2">You cannot buy credits yet. Your activity is below.</span>
        </p>
      </div>
      <div className="hairgrid sm:grid-cols-2 xl:grid-cols-4">
        <Figure label="Available" value={formatAmount(balance?.available)} />
        <Figure
          label="Total credits"
          value={formatAmount(balance && balance.current_balance + balance.total_spent)}
          note="Balance and spent"
        />
        <Figure label="Total spent" value={formatAmount(balance?.total_spent)} note="All time" />
        <Figure label="Total earned" value={formatAmount(balance?.total_earned)} note="All time" />
      </div>
      {balance !== undefined && balance.total_earned > 0 && (
        <p className="text-14 text-ink-2">
          Your agents' earnings are added to your balance immediately. You can spend them on runs right away.
        </p>
      )}
      <section className="min-w-0">
        <h3 className="mb-4 text-18">Statements</h3>
        <div className="min-h-24">
          <Statements onMonth={(month) => onSearch({ month })} />
        </div>
      </section>
      <Movements search={search} onSearch={onSearch} />
      {search.entry !== undefined && (
        <ReceiptDialog entryId={search.entry} onClose={() => onSearch({ ...search, entry: undefined })} />
      )}
    </section>
  );
}
