import { ANY_HOST, MAX_AGENT_HOSTS } from "@stoa/contract/agent-hosts";
import { type Inspection, NOTHING_DECLARED } from "@stoa/runtime/protocol";
import type { FindNodeType } from "../engine/index.ts";
import type { WorkflowProblem } from "../file/index.ts";
import { type CoverageReport, createCoverageReport, type UnsupportedNode } from "./coverage-report.ts";
import { describeChosenServers, describeWaits } from "./notices.ts";

import { readMetadata } from "./workflow-metadata.ts";

/** The maximum number of names in a sentence. Developers do not read longer lists. */
const MAX_NAMED = 12;

function createRefusal({ message, line }: WorkflowProblem): Inspection {
  return {
    framework: "n8n",
    parameters: [],
    declaration: NOTHING_DECLARED,
    imports: [],
    entryProblem: { message, ...(line !== undefined && { line }) },
  };
}

function formatNodes(nodes: readonly UnsupportedNode[]): string {
  const shown = nodes.slice(0, MAX_NAMED).map(({ node, reason }) => `'${node}': ${reason}`);
  const more = nodes.length > MAX_NAMED ? `; and ${nodes.length - MAX_NAMED} more` : "";
  return shown.join("; ") + more;
}

const formatShare = ({ supported, nodes }: CoverageReport) =>
  `${supported} of ${nodes} nodes are supported (${Math.floor((100 * supported) / nodes)} %)`;

const formatOwnServer = ({ trigger, nodes }: CoverageReport) =>
  [
    `its ${nodes} nodes run on your own n8n server, as set in your n8n connector`,
    `runs start at '${trigger?.node ?? ""}'`,
    "the caller's input is sent to that server",
  ].join("; ");

/** Advice for a developer whose node Stoa does not support. */
const ELSEWHERE = 'To run it on your own n8n server, set "meta": {"stoa": {"engine": "n8n"}} in the file';

/** Formats the report for the results of the upload's check. */
function formatCoverage(report: CoverageReport): string {
  if (report.engine) return formatOwnServer(report);
  const { trigger, unsupported, hosts, choosesHosts, models, choosesModels } = report;
  const reached = [...hosts, ...(choosesHosts ? ["servers chosen by expressions"] : [])];
  const requestedModels = [...models, ...(choosesModels ? ["models chosen by expressions"] : [])];
  return [
    formatShare(report),
    trigger && `runs start at '${trigger.node}'`,
    requestedModels.length > 0 && `models: ${requestedModels.join(", ")}`,
    reached.length > 0 && `sends requests to ${reached.join(", ")}`,
    ...describeChosenServers(report),
    ...describeWaits(report),
    unsupported.length > 0 && `unsupported but never reached: ${formatNodes(unsupported)}`,
  ]
    .filter((part) => typeof part === "string")
    .join("; ");
}

/**
 * Returns the hosts that callers allow a workflow to reach. Returns the wildcard for any public host if the workflow
 * names more hosts than a version can declare.
 */
function listDeclaredHosts({ hosts, choosesHosts }: CoverageReport): string[] {
  const all = [...hosts, ...(choosesHosts ? [ANY_HOST] : [])];
  return all.length > MAX_AGENT_HOSTS ? [ANY_HOST] : all;
}

/** Reads an n8n file's metadata and reports whether it can run. */
export function inspectWorkflow(source: string, find: FindNodeType): Inspection {
  const report = createCoverageReport(source, find);
  if (!("runs" in report)) return createRefusal(report.problem);
  const { name, stoa } = readMetadata(source);
  const onPath = report.unsupported.filter((node) => node.onPath);
  if (report.problem || !report.trigger)
    return createRefusal(report.problem ?? { message: "The workflow has no trigger" });
  if (onPath.length > 0 && !report.engine)
    return createRefusal({
      message: `${formatShare(report)}. Not supported: ${formatNodes(onPath)}. ${ELSEWHERE}`,
    });
  return {
    framework: "n8n",
    entry: {
      name: report.trigger.node,
      kind: "workflow",
      takes: "parameters",
      ...(stoa.output !== undefined && { output: stoa.output }),
      ...(report.engine && { engine: report.engine }),
      ...(report.keepsSession && { memory: "session" as const }),
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
      hosts: listDeclaredHosts(report),
      examples: stoa.examples,
    },
    imports: [],
    coverage: formatCoverage(report),
    outputNodes: report.answering,
  };
}
