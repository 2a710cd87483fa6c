import type { Estimate } from "@stoa/contract/runs";
import { TEXTS } from "@stoa/contract/texts";
import { formatPlural, formatUsdFull } from "../lib/format.ts";

interface RunEstimateProps {
  /** Undefined until it has loaded. */
  readonly estimate: Estimate | undefined;
  /** Whether the agent may call other agents. The typical cost excludes them; the maximum includes them. */
  readonly callsOthers: boolean;
}

/** Shows the cost before a run: input tokens, the typical cost and the maximum cost. */
export function RunEstimate({ estimate, callsOthers }: RunEstimateProps) {
  if (!estimate) return <p className="min-h-10 text-14 text-ink-3">Fill in the form to see an estimate.</p>;
  return (
    <div className="min-h-10 text-14 text-ink-2">
      <p>
        About <Amount>{formatPlural(estimate.input_tokens, "input token")}</Amount>.{" "}
        {estimate.typical_cost !== null && (
          <>
            Typical run <Amount>{formatUsdFull(estimate.typical_cost)}</Amount>
            {callsOthers && ", excluding called agents"}.{" "}
          </>
        )}
        At most <Amount>{formatUsdFull(estimate.max_cost)}</Amount>.
      </p>
      {estimate.max_cost_set_by === "account" && (
        <p className="mt-1">
          The agent allows up to <Amount>{formatUsdFull(estimate.agent_max_cost)}</Amount> if you confirm.
        </p>
      )}
      {!estimate.affordable && <p className="mt-1 text-danger">{TEXTS.run.noCredits}</p>}
    </div>
  );
}

function Amount({ children }: { readonly children: string }) {
  return <span className="mono text-12 text-ink">{children}</span>;
}
