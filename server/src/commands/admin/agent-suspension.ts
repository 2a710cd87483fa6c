import { AgentSuspensions } from "../../modules/catalog/index.ts";
import { notify } from "../../modules/notifications/index.ts";
import { readAgentRecord } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { getOnlyArgument, getReason, parseAgentId, requireReason } from "./arguments.ts";
import { formatCount } from "./output-format.ts";

const createNoAgentError = (agentId: number) => new OperatorError(`There is no agent ${agentId}.`);

export const suspendAgent: AdminCommand = {
  name: "suspend-agent",
  takes: "<number> --reason <why>",
  summary: "remove an agent from the marketplace and stop its runs",
  explains:
    "Suspends all versions of the agent. It no longer appears in lists and searches, new runs are refused (403 `agent_suspended`), and active runs are stopped on every node within seconds, at no cost to their callers. The owner is notified with your reason. The owner's own settings and all versions are kept.",
  options: { reason: { value: "<why>", says: "sent to the owner and written to the audit log" } },
  asks: true,
  async run({ db, actor, confirm }, given) {
    const agentId = parseAgentId(getOnlyArgument(given, "agent by its ID"));
    const reason = requireReason(given);
    const agent = await readAgentRecord(db, agentId);
    if (!agent) throw createNoAgentError(agentId);
    const { name, owner, liveRuns } = agent;
    await confirm(
      `Suspend ${name} (agent ${agentId}) by ${owner}? This stops ${formatCount(liveRuns, "active run")}.`,
    );
    const change = await new AgentSuspensions(db, notify).suspend(agentId, actor, reason);
    if (!change) throw createNoAgentError(agentId);
    const line = change.changed
      ? `${name} (agent ${agentId}) is suspended. Its owner ${owner} is notified with the reason.`
      : `${name} (agent ${agentId}) is already suspended: ${agent.suspensionReason}`;
    return { lines: [line], data: { agent_id: agentId, name, suspended: true, changed: change.changed } };
  },
};

export const restoreAgent: AdminCommand = {
  name: "restore-agent",
  takes: "<number>",
  summary: "lift the suspension of an agent",
  explains:
    "The agent returns to the state that its owner set: listed or switched off. The owner is notified.",
  options: { reason: { value: "<why>", says: "written to the audit log" } },
  async run({ db, actor }, given) {
    const agentId = parseAgentId(getOnlyArgument(given, "agent by its ID"));
    const change = await new AgentSuspensions(db, notify).restore(agentId, actor, getReason(given));
    if (!change) throw createNoAgentError(agentId);
    const { name, changed } = change;
    const agent = await readAgentRecord(db, agentId);
    const lines = [`${name} (agent ${agentId}) ${changed ? "is no longer suspended" : "was not suspended"}.`];
    if (agent?.ownerIsSuspended)
      lines.push(`It still cannot run because its owner, ${agent.owner}, is suspended.`);
    return { lines, data: { agent_id: agentId, name, suspended: false, changed } };
  },
};
