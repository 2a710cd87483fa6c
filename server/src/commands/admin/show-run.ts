import { type RunRecord, readRunRecord } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { getOnlyArgument, parseRunId } from "./arguments.ts";
import { formatCount, formatMoment, formatUsd, renderTable } from "./output-format.ts";

export const showRun: AdminCommand = {
  name: "show-run",
  takes: "<run id>",
  summary: "show the record of a run, without its input and output",
  explains: "Shows the caller, the agent, the outcome and how the cost was split.",
  async run({ db }, given) {
    const runId = parseRunId(getOnlyArgument(given, "run by its ID"));
    const run = await readRunRecord(db, runId);
    if (!run) throw new OperatorError(`There is no run ${runId}.`);
    return { lines: [runId, ...renderTable(toRows(run))], data: run };
  },
};

function toRows(run: RunRecord): [string, string | undefined][] {
  const models = run.models.map(({ model, calls }) => `${model} (${formatCount(calls, "call")})`).join(", ");
  return [
    ["status", [run.status, run.stopReason, run.errorCode].filter((word) => word !== null).join(", ")],
    ["caller", `${run.caller}, ${run.keyId === null ? "signed in" : `with key ${run.keyId}`}`],
    ["agent", `${run.agentName} (agent ${run.agentId}), version ${run.version}, by ${run.developer}`],
    ["started", `${formatMoment(run.startedAt)} on ${run.nodeId}`],
    ["ended", run.endedAt ? `${formatMoment(run.endedAt)}, after ${run.executionMs} ms` : "not yet"],
    [
      "cost",
      `${formatUsd(run.cost)}: ${formatCount(run.tokens, "token")} at ${formatUsd(run.pricePerToken)}`,
    ],
    [
      "failure charge",
      run.failureCharge > 0n ? `${formatUsd(run.failureCharge)} for its model calls` : undefined,
    ],
    [
      "divided into",
      `${formatUsd(run.modelCost)} model cost, ${formatUsd(run.fee)} fee, ${formatUsd(run.net)} to the developer`,
    ],
    ["refunded", run.refundedAt ? formatMoment(run.refundedAt) : undefined],
    ["models", models === "" ? undefined : models],
    ["started by", run.parentId === null ? undefined : `${run.parentId}, within ${run.rootId}`],
    ...run.calledRuns.map((called): [string, string] => [
      "called runs",
      `${called.runId}, ${called.agentName} (agent ${called.agentId}), ${called.status}`,
    ]),
  ];
}
