import { Link } from "@tanstack/react-router";
import type { ExpensiveRun } from "../lib/agreed-costs.ts";
import { formatUsdFull } from "../lib/format.ts";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";

export interface RunCostDialogProps {
  /** The runs that are about to start. */
  readonly runs: readonly ExpensiveRun[];
  readonly onChoose: (choice: "most" | "limit") => void;
  readonly onClose: () => void;
}

const sum = (amounts: readonly number[]) =>
  formatUsdFull(amounts.reduce((total, amount) => total + amount, 0));

/** Asks for confirmation before a run that may cost more than the account's limit, and shows its maximum cost. */
export function RunCostDialog({ runs, onChoose, onClose }: RunCostDialogProps) {
  const isOne = runs.length === 1;
  const most = sum(runs.map((run) => run.most));
  const limit = sum(runs.map((run) => run.limit));
  return (
    <Dialog
      open
      onClose={onClose}
      title={isOne ? `This run can cost up to ${most}` : `These runs can cost up to ${most} in total`}
      description={`You pay only for what ${isOne ? "the run uses. It stops" : "the runs use. They stop"} at the limit that you choose.`}
      footer={
        <>
          <Button variant="outline" onClick={() => onChoose("limit")}>
            Stop at {limit}
          </Button>
          <Button variant="signal" onClick={() => onChoose("most")}>
            Allow up to {most}
          </Button>
        </>
      }
    >
      <p className="text-14 text-ink-2">
        You are asked once per agent. Change the amount in{" "}
        <Link to="/settings/$tab" params={{ tab: "api" }} search={{ part: "keys" }} className="link">
          Settings
        </Link>
        .
      </p>
    </Dialog>
  );
}
