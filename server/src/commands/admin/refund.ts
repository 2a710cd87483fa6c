import { ledger } from "../../modules/ledger/index.ts";
import { notify } from "../../modules/notifications/index.ts";
import { type RefundOutcome, Refunds } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { onlyWord, requiredReason, runIdOf } from "./arguments.ts";
import { count, usd } from "./words.ts";

type Refused = Exclude<RefundOutcome, { kind: "refunded" }>;

export const refund: AdminCommand = {
  name: "refund",
  takes: "<run id> --reason <why>",
  summary: "give a caller back what a run cost",
  explains:
    "Everything that the run and the runs that it called cost goes back into the credits that it came out of. The developers' earnings of it and the platform's fee are reversed; what providers of models were paid, and earnings that a developer has spent meanwhile, is the platform's loss. Caller and developers are told, without the reason. Once for each run.",
  options: { reason: { value: "<why>", says: "for the audit log" } },
  asks: true,
  async run({ db, actor, confirm }, given) {
    const runId = runIdOf(onlyWord(given, "run by its id"));
    const reason = requiredReason(given);
    const refunds = new Refunds({ db, ledger, notify });
    const preview = await refunds.preview(runId);
    if (preview.kind !== "possible") throw new OperatorError(refusal(preview, runId));
    await confirm(`Refund ${usd(preview.amount)} for ${runId}? This cannot be undone.`);
    const done = await refunds.refund(runId, actor, reason);
    if (done.kind !== "refunded") throw new OperatorError(refusal(done, runId));
    const { payer, amount, developers, lost, runs } = done;
    return {
      lines: [
        `${payer} has ${usd(amount)} back for ${runId}${runs > 1 ? ` and ${count(runs - 1, "run")} that it called` : ""}.`,
        ...developers.map((each) => `${usd(each.amount)} of ${each.username}'s earnings were reversed.`),
        ...(lost > 0n
          ? [`The platform bears ${usd(lost)}: model cost, and earnings that had been spent.`]
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
      return `${runId} has not ended yet. It can be refunded when it has.`;
    case "called":
      return `${runId} was started by another run. Refund the one that its caller started: ${outcome.rootId}`;
    case "free":
      return `${runId} cost nothing, so there is nothing to refund.`;
    case "refunded_before":
      return `${runId} has been refunded before.`;
    case "payer_left":
      return `Who paid for ${runId} has deleted their account: there is nobody to give it back to.`;
  }
}
