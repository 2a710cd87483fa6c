import { type Inspection, NOTHING_DECLARED } from "@stoa/runtime/protocol";
import type { FindNodeType } from "../engine/index.ts";
import type { WorkflowProblem } from "../file/index.ts";
import { type CoverageReport, createCoverageReport, type UnsupportedNode } from "./coverage-report.ts";
import { describeChosenServers, describeWaits } from "./notices.ts";

import { readMetadata } from "./workflow-metadata.ts";

/** A developer does not read more names at once. */
const MAX_NAMED = 12;

function refused({ message, line }: WorkflowProblem): Inspection {
  return {
    framework: "n8n",
    parameters: [],
    declaration: NOTHING_DECLARED,
    imports: [],
    entryProblem: { message, ...(line !== undefined && { line }) },
  };
}

function named(nodes: readonly UnsupportedNode[]): string {
  const shown = nodes.slice(0, MAX_NAMED).map(({ node, reason }) => `'${node}': ${reason}`);
  const more = nodes.length > MAX_NAMED ? `; and ${nodes.length - MAX_NAMED} more` : "";
  return shown.join("; ") + more;
}

const shareText = ({ supported, nodes }: CoverageReport) =>
  `${supported} of ${nodes} nodes are supported (${Math.floor((100 * supported) / nodes)} %)`;

const ownServerText = ({ trigger, nodes }: CoverageReport) =>
  [
    `its ${nodes} nodes run on your own n8n server, which your connector for n8n names`,
    `runs begin at '${trigger?.node ?? ""}'`,
    "what callers give is sent to that server",
  ].join("; ");

/** What a developer can do if Stoa does not support a node. */
const ELSEWHERE = 'To run it on your own n8n server, set "meta": {"stoa": {"engine": "n8n"}} in the file';

/** Returns the report as texts of the upload's check. */
function coverageText(report: CoverageReport): string {
  if (report.engine) return ownServerText(report);
  const { trigger, unsupported, hosts, choosesHosts, models, choosesModels } = report;
  const reached = [...hosts, ...(choosesHosts ? ["servers that expressions choose"] : [])];
  const asked = [...models, ...(choosesModels ? ["models that expressions choose"] : [])];
  return [
    shareText(report),
    trigger && `runs begin at '${trigger.node}'`,
    asked.length > 0 && `models: ${asked.join(", ")}`,
    reached.length > 0 && `asks ${reached.join(", ")}`,
    ...describeChosenServers(report),
    ...describeWaits(report),
    unsupported.length > 0 && `never reached, so not required: ${named(unsupported)}`,
  ]
    .filter((part) => typeof part === "string")
    .join("; ");
}

/** Reads an n8n file's metadata and reports whether it can run. */
export function inspectWorkflow(source: string, find: FindNodeType): Inspection {
  const report = createCoverageReport(source, find);
  if (!("runs" in report)) return refused(report.problem);
  const { name, stoa } = readMetadata(source);
  const onPath = report.unsupported.filter((node) => node.onPath);
  if (report.problem || !report.trigger)
    return refused(report.problem ?? { message: "The workflow has no trigger" });
  if (onPath.length > 0 && !report.engine)
    return refused({
      message: `${shareText(report)}. Not supported: ${named(onPath)}. ${ELSEWHERE}`,
    });
  return {
    framework: "n8n",
    entry: {
      name: report.trigger.node,
      kind: "workflow",
      takes: "parameters",
      ...(stoa.output !== undefined && { output: stoa.output }),
      ...(report.engine && { engine: report.engine }),
    },
    parameters: report.parameters,
    declaration: {
      ...(name !== undefined && { name }),
      ...(stoa.description !== undefined && { description: stoa.description }),
      features: stoa.features,
      useCases: stoa.use_cases,
      tags: stoa.tags,
      models: report.models,
      connectors: report.connectors,
      agents: [],
      hosts: [...report.hosts, ...(report.choosesHosts ? ["*"] : [])],
      examples: stoa.examples,
    },
    imports: [],
    coverage: coverageText(report),
    outputNodes: report.answering,
  };
}
