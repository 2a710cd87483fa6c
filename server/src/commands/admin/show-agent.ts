import { type AgentRecord, readAgentRecord } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { agentIdOf, onlyWord } from "./arguments.ts";
import { count, moment, table, usd } from "./words.ts";

export const showAgent: AdminCommand = {
  name: "show-agent",
  takes: "<number>",
  summary: "what is known of an agent",
  explains: "Named by its number. Neither its source nor what callers gave it is shown.",
  async run({ db }, given) {
    const agentId = agentIdOf(onlyWord(given, "agent by its number"));
    const agent = await readAgentRecord(db, agentId);
    if (!agent) throw new OperatorError(`There is no agent ${agentId}.`);
    return { lines: [`${agent.name} (agent ${agentId})`, ...table(rowsOf(agent))], data: agent };
  },
};

function rowsOf(agent: AgentRecord): [string, string | undefined][] {
  const { owner, connectors, calledAgents, executions, rating } = agent;
  return [
    ["state", stateOf(agent)],
    ["owner", agent.ownerIsSuspended ? `${owner}, who is suspended` : owner],
    ["since", moment(agent.createdAt)],
    ["kind", `${agent.framework}, ${agent.visibility}`],
    [
      "version",
      `${agent.version ?? "none"} of ${agent.versions}${agent.versionState ? `, ${agent.versionState}` : ""}`,
    ],
    ["price", agent.pricePerToken === null ? undefined : `${usd(agent.pricePerToken)} a token`],
    ["uses of callers", connectors.length > 0 ? connectors.join(", ") : undefined],
    ["calls agents", calledAgents.length > 0 ? calledAgents.join(", ") : undefined],
    [
      "runs by others",
      `${executions} completed, ${agent.failed} failed, of ${count(agent.users, "caller")} who paid`,
    ],
    ["live runs", String(agent.liveRuns)],
    ["paid, earned", `${usd(agent.gross)}, ${usd(agent.revenue)}`],
    ["rating", rating === null ? undefined : `${rating.toFixed(1)} of ${count(agent.reviews, "review")}`],
    ["reported reviews", agent.openReports > 0 ? `${agent.openReports}: stoa admin reviews` : undefined],
    ["audit log", `stoa admin audit --agent ${agent.agentId}`],
  ];
}

/** Returns the agent's state as its owner or repeated failures have set it, apart from a suspension. */
function ownState({ isActive, archivedAt, ...agent }: AgentRecord): string {
  if (archivedAt) return "archived by its owner";
  if (agent.pausedAt)
    return `paused since ${moment(agent.pausedAt)}: ${agent.pausedAfterFailures} failures in a row for ${agent.pausedAfterCallers} callers`;
  return isActive ? "active" : "switched off by its owner";
}

function stateOf(agent: AgentRecord): string {
  const { suspendedAt, suspensionReason, deletedAt } = agent;
  if (deletedAt) return `deleted by its owner on ${moment(deletedAt)}`;
  const own = ownState(agent);
  return suspendedAt ? `suspended since ${moment(suspendedAt)}: ${suspensionReason} (else ${own})` : own;
}
