import { choiceOf } from "@stoa/contract/chosen-servers";
import { type CoverageReport, describeChosenServers, describeWaits } from "@stoa/workflow";

const list = (title: string, entries: readonly string[], more: boolean) =>
  entries.length === 0 && !more
    ? []
    : [`  ${title}: ${[...entries, ...(more ? ["others, known when it runs"] : [])].join(", ")}`];

/** Formats a coverage report for people. */
export function coverageLines(
  file: string,
  report: CoverageReport | { problem: { message: string } },
): string[] {
  if (!("runs" in report)) return [`${file}: cannot be read`, `  ${report.problem.message}`];
  const { nodes, supported, unsupported, trigger, problem, engine } = report;
  const share = nodes === 0 ? 100 : Math.floor((100 * supported) / nodes);
  return [
    `${file}: ${report.runs ? "runs" : "does not run"}; ${supported} of ${nodes} nodes are supported (${share} %)`,
    ...(engine ? ["  runs on an n8n server of its developer's own"] : []),
    ...(problem ? [`  ${problem.message}`] : []),
    ...(trigger ? [`  begins at '${trigger.node}': ${trigger.why}`] : []),
    ...unsupported.map(
      ({ node, reason, onPath }) => `  '${node}': ${reason}${onPath ? "" : " (no run comes to it)"}`,
    ),
    ...list(
      "input",
      report.parameters.map(({ name, required }) => (required ? name : `${name} (optional)`)),
      false,
    ),
    ...list(
      "connectors",
      report.connectors
        .filter(({ service }) => !choiceOf(service))
        .map(({ service, methods }) => `${service} (${methods.join(", ")})`),
      false,
    ),
    ...describeChosenServers(report).map((words) => `  ${words}`),
    ...describeWaits(report).map((words) => `  ${words}`),
    ...list("models", report.models, report.choosesModels),
    ...list("servers", report.hosts, report.choosesHosts),
  ];
}
