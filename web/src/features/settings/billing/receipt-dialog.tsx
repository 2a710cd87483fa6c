import { Dialog } from "../../../components/dialog.tsx";
import { ErrorState } from "../../../components/error-state.tsx";
import { Receipt } from "../../../components/receipt.tsx";
import { RunLink } from "../../../components/run-link.tsx";
import { Skeleton } from "../../../components/skeleton.tsx";
import { hasStatus } from "../../../lib/http-error.ts";
import { useBillingReceipt } from "../../../queries/billing.ts";
import { SignedAmount } from "./signed-amount.tsx";

interface ReceiptDialogProps {
  readonly entryId: string;
  readonly onClose: () => void;
}

/** Shows the receipt of one movement. The total has six decimals. */
export function ReceiptDialog({ entryId, onClose }: ReceiptDialogProps) {
  const receipt = useBillingReceipt(entryId);
  return (
    <Dialog open onClose={onClose} title={receipt.data?.description ?? "Receipt"}>
      {receipt.data ? (
        <div className="grid min-w-0 grid-cols-1 gap-4">
          <Receipt
            rows={receipt.data.lines}
            total={{ label: "Amount", value: <SignedAmount usd={receipt.data.amount} /> }}
          />
          {receipt.data.kind === "run" && receipt.data.run && (
            <RunLink runId={receipt.data.run.id} className="link-alone text-14">
              Open the run in the logs
            </RunLink>
          )}
        </div>
      ) : receipt.isError ? (
        <ErrorState
          title={hasStatus(receipt.error, 404) ? "This entry does not exist" : "Failed to load the receipt"}
          onRetry={() => receipt.refetch()}
        />
      ) : (
        <Skeleton className="h-80 w-full" />
      )}
    </Dialog>
  );
}
