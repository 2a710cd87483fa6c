import { ledger } from "../../modules/ledger/index.ts";
import { notify } from "../../modules/notifications/index.ts";
import { type RefundOutcome, Refunds } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { getOnlyArgument, parseRunId, requireReason } from "./arguments.ts";
import { formatCount, formatUsd } from "./output-format.ts";

type Refused = Exclude<RefundOutcome, { kind: "refunded" }>;

export const refund: AdminCommand = {
  name: "refund",
  takes: "<run id> --reason <why>",
  summary: "refund a run to its caller",
  explains:
    "The cost of the run and its child runs is returned to the credits that paid for it. The developers' earnings and the platform's fee are reversed. Payments to model providers, and earnings that a developer has already spent, are the platform's loss. The caller and the developers are notified without the reason. A run can be refunded once.",
  options: { reason: { value: "<why>", says: "written to the audit log" } },
  asks: true,
  async run({ db, actor, confirm }, given) {
    const runId = parseRunId(getOnlyArgument(given, "run by its ID"));
    const reason = requireReason(given);
    const refunds = new Refunds({ db, ledger, notify });
    const preview = await refunds.preview(runId);
    if (preview.kind !== "possible") throw new OperatorError(refusal(preview, runId));
    await confirm(`Refund ${formatUsd(preview.amount)} for ${runId}? This cannot be undone.`);
    const done = await refunds.refund(runId, actor, reason);
    if (done.kind !== "refunded") throw new OperatorError(refusal(done, runId));
    const { payer, amount, developers, lost, runs } = done;
    return {
      lines: [
        `Refunded ${formatUsd(amount)} to ${payer} for ${runId}${runs > 1 ? ` and ${formatCount(runs - 1, "child run")}` : ""}.`,
        ...developers.map((each) => `Reversed ${formatUsd(each.amount)} of ${each.username}'s earnings.`),
        ...(lost > 0n
          ? [`The platform bears ${formatUsd(lost)} for model cost and earnings already spent.`]
          : []),
      ],
      data: { run_id: runId, payer, refunded: amount, taken_back: developers, lost, runs },
    };
  },
};

function refusal(outcome: Refused, runId: string): string {
  switch (outcome.kind) {
    case "unknown":
      return `There is no run ${runId}.`;
    case "live":
      return `${runId} is still active. Refund it after it ends.`;
    case "called":
      return `${runId} is a child run. Refund the run that started it: ${outcome.rootId}`;
    case "free":
      return `${runId} cost nothing, so there is nothing to refund.`;
    case "refunded_before":
      return `${runId} was already refunded.`;
    case "payer_left":
      return `Cannot refund ${runId}: the user who paid for it has deleted their account.`;
  }
}
