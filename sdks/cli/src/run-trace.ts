import type { RunTrace, TraceEntry } from "@stoa/contract";
import { formatCount, formatSeconds, formatUsd } from "./format.ts";
import type { Session } from "./session.ts";
import { outputStyles, printJson, printLine, printNote, toPrintable } from "./terminal.ts";

/**
 * Shows what happened in a run, in order: model calls, calls to services and agents, steps, progress and log. A
 * developer sees the runs of others without their contents.
 */
export async function printTrace({ transport }: Session, runId: string, asJson: boolean): Promise<void> {
  const trace = await transport.request<RunTrace>({
    method: "GET",
    path: `/execute/runs/${encodeURIComponent(runId)}/trace`,
    repeatable: true,
  });
  if (asJson) return printJson(trace);
  const { agent, status, execution_time, entries, failure } = trace;
  printLine(
    outputStyles.bold(
      `${toPrintable(agent.name)} v${agent.version}: ${status}, ${formatSeconds(execution_time)}`,
    ),
  );
  for (const entry of entries) {
    const time = outputStyles.dim(`${entry.at.toFixed(2).padStart(8)} s`);
    printLine(`${time}  ${toPrintable(describeEntry(entry))}`);
  }
  if (trace.is_cut) printNote("The trace is incomplete, because the run did more than a trace stores.");
  if (trace.is_expired) printNote("The contents of this run are no longer stored.");
  if (failure === null) return;
  printLine(outputStyles.red(toPrintable(failure.detail ?? failure.error)));
  for (const line of failure.traceback?.trimEnd().split("\n") ?? []) printLine(`  ${toPrintable(line)}`);
}

/** Text that only the caller sees, and only until it expires. */
const HIDDEN = "(not visible to you)";

function describeEntry(entry: TraceEntry): string {
  switch (entry.type) {
    case "model_call": {
      const tokens = formatCount(entry.prompt_tokens + entry.completion_tokens, "token");
      const parts = [
        entry.model,
        tokens,
        formatSeconds(entry.duration),
        formatUsd(entry.cost),
        entry.outcome,
      ];
      return `model ${[...parts, ...(entry.error === null ? [] : [entry.error])].join(", ")}`;
    }
    case "step":
      return `${entry.source ?? "step"} ${entry.kind.replace("_", " ")}: ${entry.text ?? HIDDEN}`;
    case "node":
      return `node ${entry.node ?? HIDDEN}: ${entry.state}${entry.error === null ? "" : `, ${entry.error}`}`;
    case "connector_call":
      return `${entry.service} ${entry.method} ${entry.path ?? ""} ${entry.status ?? entry.outcome} ${entry.reason ?? ""}`;
    case "connection":
      return `connection to ${entry.host ?? HIDDEN}: ${entry.outcome} ${entry.reason ?? ""}`;
    case "agent_call":
      return `agent ${entry.agent_name ?? HIDDEN}: ${entry.outcome}, ${formatUsd(entry.cost)} ${entry.reason ?? ""}`;
    case "progress":
      return `progress ${entry.message ?? HIDDEN}`;
    case "log":
      return `${entry.level} ${entry.message ?? HIDDEN}`;
  }
}
