import { findServerChoice } from "@stoa/contract/chosen-servers";
import { type CoverageReport, describeChosenServers, describeWaits } from "@stoa/workflow";

const list = (title: string, entries: readonly string[], more: boolean) =>
  entries.length === 0 && !more
    ? []
    : [`  ${title}: ${[...entries, ...(more ? ["others, known only at run time"] : [])].join(", ")}`];

/** Formats a coverage report for people. */
export function renderCoverage(
  file: string,
  report: CoverageReport | { problem: { message: string } },
): string[] {
  if (!("runs" in report)) return [`${file}: not readable`, `  ${report.problem.message}`];
  const { nodes, supported, unsupported, trigger, problem, engine } = report;
  const share = nodes === 0 ? 100 : Math.floor((100 * supported) / nodes);
  return [
    `${file}: ${report.runs ? "runs" : "does not run"}; ${supported} of ${nodes} nodes are supported (${share} %)`,
    ...(engine ? ["  runs on the developer's own n8n server"] : []),
    ...(problem ? [`  ${problem.message}`] : []),
    ...(trigger ? [`  starts at '${trigger.node}': ${trigger.why}`] : []),
    ...unsupported.map(
      ({ node, reason, onPath }) => `  '${node}': ${reason}${onPath ? "" : " (never reached)"}`,
    ),
    ...list(
      "input",
      report.parameters.map(({ name, required }) => (required ? name : `${name} (optional)`)),
      false,
    ),
    ...list(
      "connectors",
      report.connectors
        .filter(({ service }) => !findServerChoice(service))
        .map(({ service, methods }) => `${service} (${methods.join(", ")})`),
      false,
    ),
    ...describeChosenServers(report).map((words) => `  ${words}`),
    ...describeWaits(report).map((words) => `  ${words}`),
    ...list("models", report.models, report.choosesModels),
    ...list("servers", report.hosts, report.choosesHosts),
  ];
}
