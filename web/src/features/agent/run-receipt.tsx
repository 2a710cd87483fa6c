import type { ExecutionResult } from "@stoa/contract/runs";
import { Receipt } from "../../components/receipt.tsx";
import { formatCount, formatMilliseconds, formatPricePerMillion, formatUsdExact } from "../../lib/format.ts";

const STATUS = { completed: "Success", cancelled: "Stopped" } as const;

function statusText({ status }: ExecutionResult): string {
  return status === "completed" || status === "cancelled" ? STATUS[status] : "Error";
}

function noteOf(result: ExecutionResult): string | undefined {
  if (result.stop_reason === "limit") return "The run reached its cost limit and stopped with what it had.";
  if (result.cost === 0 && !result.success) return "Nothing was charged.";
  return undefined;
}

/** The cost after: what a run used and what was charged. */
export function RunReceipt({
  result,
  pricePerToken,
}: {
  readonly result: ExecutionResult;
  readonly pricePerToken: number;
}) {
  const { receipt } = result;
  const note = noteOf(result);
  const models = receipt?.models.map((model) => model.model).join(", ");
  return (
    <Receipt
      rows={[
        { label: "Status", value: statusText(result) },
        { label: "Tokens", value: formatCount(result.tokens_used) },
        { label: "Time", value: formatMilliseconds(result.execution_time) },
        { label: "Rate", value: `${formatPricePerMillion(receipt?.price_per_token ?? pricePerToken)} / 1M` },
        ...(models ? [{ label: "Model", value: models }] : []),
      ]}
      total={{ label: "Total", value: formatUsdExact(result.cost) }}
      {...(note === undefined ? {} : { note })}
    />
  );
}
