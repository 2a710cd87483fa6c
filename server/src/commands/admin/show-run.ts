import { type RunRecord, readRunRecord } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { onlyWord, runIdOf } from "./arguments.ts";
import { count, moment, table, usd } from "./words.ts";

export const showRun: AdminCommand = {
  name: "show-run",
  takes: "<run id>",
  summary: "what is known of a run, without its input and output",
  explains: "Who ran what, how it ended, and where its money went.",
  async run({ db }, given) {
    const runId = runIdOf(onlyWord(given, "run by its id"));
    const run = await readRunRecord(db, runId);
    if (!run) throw new OperatorError(`There is no run ${runId}.`);
    return { lines: [runId, ...table(rowsOf(run))], data: run };
  },
};

function rowsOf(run: RunRecord): [string, string | undefined][] {
  const models = run.models.map(({ model, calls }) => `${model} (${count(calls, "call")})`).join(", ");
  return [
    ["status", [run.status, run.stopReason, run.errorCode].filter((word) => word !== null).join(", ")],
    ["caller", `${run.caller}, ${run.keyId === null ? "signed in" : `with key ${run.keyId}`}`],
    ["agent", `${run.agentName} (agent ${run.agentId}), version ${run.version}, of ${run.developer}`],
    ["started", `${moment(run.startedAt)} on ${run.nodeId}`],
    ["ended", run.endedAt ? `${moment(run.endedAt)}, after ${run.executionMs} ms` : "not yet"],
    ["cost", `${usd(run.cost)}: ${count(run.tokens, "token")} at ${usd(run.pricePerToken)}`],
    ["for failing", run.failureCharge > 0n ? `${usd(run.failureCharge)} for its model calls` : undefined],
    ["of that", `${usd(run.modelCost)} model cost, ${usd(run.fee)} fee, ${usd(run.net)} to the developer`],
    ["refunded", run.refundedAt ? moment(run.refundedAt) : undefined],
    ["models", models === "" ? undefined : models],
    ["started by", run.parentId === null ? undefined : `${run.parentId}, within ${run.rootId}`],
    ...run.calledRuns.map((called): [string, string] => [
      "called runs",
      `${called.runId}, ${called.agentName} (agent ${called.agentId}), ${called.status}`,
    ]),
  ];
}
