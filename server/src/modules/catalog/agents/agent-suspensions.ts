import { recordInAuditLog } from "../../../platform/audit/audit-log.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { EventBus } from "../../../platform/events/event-bus.ts";
import type { Notify } from "../../../platform/events/notify.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { lockAgent, lockAgents, setSuspension } from "./agent-suspension-store.ts";

/** The result of an operator's action on an agent. `changed` is false if the agent was in that state already. */
export interface AgentSuspension {
  name: string;
  changed: boolean;
}

/** Suspends and restores agents for operators. Records each action in the audit log and notifies the agent's owner. */
export class AgentSuspensions {
  readonly #db: Database;
  readonly #notify: Notify;

  constructor(db: Database, notify: Notify) {
    this.#db = db;
    this.#notify = notify;
  }

  /**
   * Suspends an agent. New runs are refused immediately. Within seconds, no list shows the agent and every node has
   * stopped its active runs.
   * @param reason shown to the agent's owner.
   * @returns `undefined` if there is no such agent.
   */
  suspend(agentId: number, actor: string, reason: string): Promise<AgentSuspension | undefined> {
    return this.#change(agentId, { actor, action: "agent.suspend", reason }, reason);
  }

  /** Restores an agent. It is active or inactive again, as its owner left it. */
  restore(agentId: number, actor: string, reason?: string): Promise<AgentSuspension | undefined> {
    const why = reason === undefined ? {} : { reason };
    return this.#change(agentId, { actor, action: "agent.restore", ...why }, null);
  }

  #change(
    agentId: number,
    act: { actor: string; action: "agent.suspend" | "agent.restore"; reason?: string },
    suspendFor: string | null,
  ): Promise<AgentSuspension | undefined> {
    return this.#db.transaction().execute(async (tx) => {
      const agent = await lockAgent(tx, agentId);
      if (!agent) return undefined;
      const { name, suspensionReason } = agent;
      if ((suspensionReason === null) === (suspendFor === null)) return { name, changed: false };
      await setSuspension(tx, agentId, suspendFor);
      await refreshSearchDocument(tx, agentId);
      const auditId = await recordInAuditLog(tx, {
        ...act,
        subject: `agent:${agentId}`,
        before: { suspended_for: suspensionReason },
        after: { suspended_for: suspendFor },
      });
      const facts = { agent_id: agentId, agent_name: name };
      const notice = { accountId: agent.ownerAccountId, occasion: `audit:${auditId}` };
      if (suspendFor === null) await this.#notify(tx, { ...notice, kind: "agent_restored", facts });
      else
        await this.#notify(tx, {
          ...notice,
          kind: "agent_suspended",
          facts: { ...facts, reason: suspendFor },
        });
      return { name, changed: true };
    });
  }
}

/** Removes the agents of suspended people from search, and adds them again when their owner is restored. */
export function followSuspensions(events: EventBus): void {
  events.on("account.suspension_changed", async (tx, { accountId }) => {
    for (const agentId of await lockAgents(tx, accountId)) await refreshSearchDocument(tx, agentId);
  });
}
