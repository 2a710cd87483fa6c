import type { ExecutionResult } from "@stoa/contract/runs";
import { formatCount, formatMilliseconds, formatPricePerMillion, formatUsdExact } from "../lib/format.ts";
import { modelNotice } from "../lib/model-meaning.ts";
import { useModels } from "../lib/queries/use-models.ts";
import { Receipt } from "./receipt.tsx";

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
  const known = useModels();
  const names = receipt?.models.map((model) => model.model) ?? [];
  const notes = [noteOf(result), modelNotice(names, known.data)].filter((note) => note !== undefined);
  return (
    <Receipt
      rows={[
        { label: "Status", value: statusText(result) },
        { label: "Tokens", value: formatCount(result.tokens_used) },
        { label: "Time", value: formatMilliseconds(result.execution_time) },
        { label: "Rate", value: `${formatPricePerMillion(receipt?.price_per_token ?? pricePerToken)} / 1M` },
        ...(names.length > 0 ? [{ label: "Model", value: names.join(", ") }] : []),
      ]}
      total={{ label: "Total", value: formatUsdExact(result.cost) }}
      {...(notes.length > 0 && { note: notes.join(" ") })}
    />
  );
}
