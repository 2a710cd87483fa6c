import { Link } from "@tanstack/react-router";
import { formatUsdExact } from "../lib/format.ts";
import { canFollowAgain, type RunState } from "../lib/run-state.ts";
import { Button } from "./button.tsx";

interface RunProblemProps {
  readonly state: RunState;
  /** Reconnects to a run whose stream broke before the end. */
  readonly onFollow: (runId: string) => void;
}

/** Says why there is no answer, and offers a next step. */
export function RunProblem({ state, onFollow }: RunProblemProps) {
  const { error, code, result, runId } = state;
  if (error === null) return null;
  return (
    <div role="alert" className="mb-4 grid justify-items-start gap-1 border-danger border-l-2 pl-3">
      <p className="wrap-anywhere whitespace-pre-wrap text-danger">{error}</p>
      {code === "insufficient_credits" && (
        <p className="text-14 text-ink-2">
          Set a lower cost limit, or check{" "}
          <Link to="/settings/$tab" params={{ tab: "billing" }} className="link">
            your balance
          </Link>
          .
        </p>
      )}
      {result?.cost === 0 && result.failure_charge === null && result.total_cost > 0 && (
        <p className="text-14 text-ink-2">
          You were not charged for this run. The runs of the agents that it called cost{" "}
          {formatUsdExact(result.total_cost)}.
        </p>
      )}
      {result !== null && result.status === "failed" && result.cost > 0 && (
        <p className="text-14 text-warn">
          Billing issue: this run failed but was charged. Please report it with the run ID {result.run_id}.
        </p>
      )}
      {canFollowAgain(state) && runId !== null && (
        <>
          <p className="text-14 text-ink-2">The run is still going.</p>
          <Button size="sm" variant="outline" className="mt-1" onClick={() => onFollow(runId)}>
            Reconnect
          </Button>
        </>
      )}
    </div>
  );
}
