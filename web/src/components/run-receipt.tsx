import type { CalledRun, ExecutionResult } from "@stoa/contract/runs";
import { CornerDownRight } from "lucide-react";
import {
  formatCount,
  formatMilliseconds,
  formatPlural,
  formatPricePerMillion,
  formatUsdExact,
} from "../lib/format.ts";
import { describeModels } from "../lib/model-meaning.ts";
import { useModels } from "../queries/system.ts";
import { AgentLink } from "./agent-link.tsx";
import { Receipt } from "./receipt.tsx";
import { RunLink } from "./run-link.tsx";
import { getReceiptNote, getRunStatusLabel } from "./run-receipt-labels.ts";

/** Shows the part of a receipt that lists child runs. */
export function CalledRuns({ runs }: { readonly runs: readonly CalledRun[] }) {
  return (
    <ul aria-label="Called agents" className="mt-3 grid gap-2.5 border-line border-t pt-3">
      {runs.map((run) => (
        <li key={run.run_id} className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-2">
          <CornerDownRight aria-hidden="true" size={14} className="text-ink-3" />
          <span className="min-w-0 text-14">
            <AgentLink id={run.agent_id} name={run.agent_name} />
          </span>
          <span className="mono text-12 leading-5">
            {formatUsdExact(run.cost + (run.failure_charge ?? 0))}
          </span>
          <p className="mono col-span-2 col-start-2 flex flex-wrap items-center gap-x-3 text-12 text-ink-3">
            {getRunStatusLabel(run.status)}, {formatPlural(run.tokens_used, "token")}
            <RunLink
              runId={run.run_id}
              label={`Trace of ${run.agent_name}`}
              className="link inline-flex items-center min-h-6 font-sans text-ink-2 max-md:min-h-11"
            >
              Trace
            </RunLink>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Shows the cost after a run: what it used, its child runs, and what was charged. */
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
  const notes = [getReceiptNote(result), describeModels(names, known.data)].filter(
    (note) => note !== undefined,
  );
  return (
    <Receipt
      rows={[
        { label: "Status", value: getRunStatusLabel(result.status, result.error) },
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
