import type { ExecutionResult } from "@stoa/contract/runs";
import { formatCount, formatMilliseconds, formatPricePerMillion, formatUsdExact } from "../lib/format.ts";
import { modelNotice } from "../lib/model-meaning.ts";
import { useModels } from "../queries/system.ts";
import { CalledRuns } from "./called-runs.tsx";
import { Receipt } from "./receipt.tsx";
import { receiptNote, runStatusWord } from "./run-receipt-words.ts";

/** The cost after: what a run used, which runs of other agents it called, and what was charged. */
export function RunReceipt({
  result,
  pricePerToken,
}: {
  readonly result: ExecutionResult;
  readonly pricePerToken: number;
}) {
  const { receipt, called_runs: calledRuns } = result;
  const callsOthers = calledRuns.length > 0;
  const known = useModels();
  const names = receipt?.models.map((model) => model.model) ?? [];
  const notes = [receiptNote(result), modelNotice(names, known.data)].filter((note) => note !== undefined);
  return (
    <Receipt
      rows={[
        { label: "Status", value: runStatusWord(result.status, result.error) },
        { label: "Tokens", value: formatCount(result.tokens_used) },
        { label: "Time", value: formatMilliseconds(result.execution_time) },
        { label: "Rate", value: `${formatPricePerMillion(receipt?.price_per_token ?? pricePerToken)} / 1M` },
        ...(names.length > 0 ? [{ label: "Model", value: names.join(", ") }] : []),
        ...(result.failure_charge !== null
          ? [{ label: "Model calls", value: formatUsdExact(result.failure_charge) }]
          : []),
        ...(callsOthers ? [{ label: "This run", value: formatUsdExact(result.cost) }] : []),
      ]}
      parts={callsOthers && <CalledRuns runs={calledRuns} />}
      total={{ label: "Total", value: formatUsdExact(result.total_cost) }}
      {...(notes.length > 0 && { note: notes.join(" ") })}
    />
  );
}
