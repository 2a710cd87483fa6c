import { AgentSuspensions } from "../../modules/catalog/index.ts";
import { notify } from "../../modules/notifications/index.ts";
import { readAgentRecord } from "../../modules/operator/index.ts";
import { OperatorError } from "../operator-error.ts";
import type { AdminCommand } from "./admin-command.ts";
import { agentIdOf, onlyWord, optionalReason, requiredReason } from "./arguments.ts";
import { count } from "./words.ts";

const noAgent = (agentId: number) => new OperatorError(`There is no agent ${agentId}.`);

export const suspendAgent: AdminCommand = {
  name: "suspend-agent",
  takes: "<number> --reason <why>",
  summary: "take an agent off the marketplace, and stop its runs",
  explains:
    "All its versions: it is in no list and no search, no run of it starts (403 `agent_suspended`), and live ones are stopped on every node within seconds; they cost their callers nothing. Its owner is told, with your reason, and keeps their own switch and all versions.",
  options: { reason: { value: "<why>", says: "told to its owner, and for the audit log" } },
  asks: true,
  async run({ db, actor, confirm }, given) {
    const agentId = agentIdOf(onlyWord(given, "agent by its number"));
    const reason = requiredReason(given);
    const agent = await readAgentRecord(db, agentId);
    if (!agent) throw noAgent(agentId);
    const { name, owner, liveRuns } = agent;
    await confirm(
      `Suspend ${name} (agent ${agentId}) of ${owner}? ${count(liveRuns, "live run")} of it ${liveRuns === 1 ? "is" : "are"} stopped.`,
    );
    const change = await new AgentSuspensions(db, notify).suspend(agentId, actor, reason);
    if (!change) throw noAgent(agentId);
    const line = change.changed
      ? `${name} (agent ${agentId}) is suspended. Its owner ${owner} is told why.`
      : `${name} (agent ${agentId}) was suspended already: ${agent.suspensionReason}`;
    return { lines: [line], data: { agent_id: agentId, name, suspended: true, changed: change.changed } };
  },
};

export const restoreAgent: AdminCommand = {
  name: "restore-agent",
  takes: "<number>",
  summary: "put a suspended agent back",
  explains: "It is again as its owner has it: listed, or switched off. They are told.",
  options: { reason: { value: "<why>", says: "for the audit log" } },
  async run({ db, actor }, given) {
    const agentId = agentIdOf(onlyWord(given, "agent by its number"));
    const change = await new AgentSuspensions(db, notify).restore(agentId, actor, optionalReason(given));
    if (!change) throw noAgent(agentId);
    const { name, changed } = change;
    const agent = await readAgentRecord(db, agentId);
    const lines = [
      `${name} (agent ${agentId}) ${changed ? "is not suspended any more" : "was not suspended"}.`,
    ];
    if (agent?.ownerIsSuspended) lines.push(`Its owner ${agent.owner} is suspended, so it is still not run.`);
    return { lines, data: { agent_id: agentId, name, suspended: false, changed } };
  },
};
