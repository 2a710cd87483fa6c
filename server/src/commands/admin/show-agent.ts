import { type AgentRecord, readAgentRecord } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { getOnlyArgument, parseAgentId } from "./arguments.ts";
import { formatCount, formatMoment, formatUsd, renderTable } from "./output-format.ts";

export const showAgent: AdminCommand = {
  name: "show-agent",
  takes: "<number>",
  summary: "show the record of an agent",
  explains: "Specify the agent by its ID. Its source and its callers' inputs are not shown.",
  async run({ db }, given) {
    const agentId = parseAgentId(getOnlyArgument(given, "agent by its ID"));
    const agent = await readAgentRecord(db, agentId);
    if (!agent) throw new OperatorError(`There is no agent ${agentId}.`);
    return { lines: [`${agent.name} (agent ${agentId})`, ...renderTable(toRows(agent))], data: agent };
  },
};

function toRows(agent: AgentRecord): [string, string | undefined][] {
  const { owner, connectors, calledAgents, executions, rating } = agent;
  return [
    ["state", getState(agent)],
    ["owner", agent.ownerIsSuspended ? `${owner}, who is suspended` : owner],
    ["since", formatMoment(agent.createdAt)],
    ["kind", `${agent.framework}, ${agent.visibility}`],
    [
      "version",
      `${agent.version ?? "none"} of ${agent.versions}${agent.versionState ? `, ${agent.versionState}` : ""}`,
    ],
    ["price", agent.pricePerToken === null ? undefined : `${formatUsd(agent.pricePerToken)} per token`],
    ["caller connectors", connectors.length > 0 ? connectors.join(", ") : undefined],
    ["calls agents", calledAgents.length > 0 ? calledAgents.join(", ") : undefined],
    [
      "runs by others",
      `${executions} completed, ${agent.failed} failed, by ${formatCount(agent.users, "paying caller")}`,
    ],
    ["active runs", String(agent.liveRuns)],
    ["paid, earned", `${formatUsd(agent.gross)}, ${formatUsd(agent.revenue)}`],
    [
      "rating",
      rating === null ? undefined : `${rating.toFixed(1)} of 5 (${formatCount(agent.reviews, "review")})`,
    ],
    ["reported reviews", agent.openReports > 0 ? `${agent.openReports}: stoa admin reviews` : undefined],
    ["audit log", `stoa admin audit --agent ${agent.agentId}`],
  ];
}

/**
 * Returns the state that the agent would have without a suspension: set by its owner, or by repeated
 * failures.
 */
function getOwnState({ isActive, archivedAt, ...agent }: AgentRecord): string {
  if (archivedAt) return "archived by its owner";
  if (agent.pausedAt)
    return `paused since ${formatMoment(agent.pausedAt)}: ${formatCount(agent.pausedAfterFailures ?? 0, "consecutive failure")} for ${formatCount(agent.pausedAfterCallers ?? 0, "caller")}`;
  return isActive ? "active" : "switched off by its owner";
}

function getState(agent: AgentRecord): string {
  const { suspendedAt, suspensionReason, deletedAt } = agent;
  if (deletedAt) return `deleted by its owner on ${formatMoment(deletedAt)}`;
  const own = getOwnState(agent);
  return suspendedAt
    ? `suspended since ${formatMoment(suspendedAt)}: ${suspensionReason} (otherwise ${own})`
    : own;
}
