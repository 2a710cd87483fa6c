import { recordInAuditLog } from "../../../platform/audit/audit-log.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { EventBus } from "../../../platform/events/event-bus.ts";
import type { Notify } from "../../../platform/events/notify.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { lockAgent, lockAgentsOf, setSuspension } from "./agent-suspension-store.ts";

/** What an operator did, and to which agent; `changed` is false where it was so already. */
export interface AgentSuspension {
  name: string;
  changed: boolean;
}

/** Suspends and restores agents for operators. Each act is in the audit log, and the agent's owner is notified. */
export class AgentSuspensions {
  readonly #db: Database;
  readonly #notify: Notify;

  constructor(db: Database, notify: Notify) {
    this.#db = db;
    this.#notify = notify;
  }

  /**
   * From then on no run of it starts; within seconds it is in no list and every node has stopped those that are live.
   * @param reason told to its owner.
   * @returns `undefined` where there is no such agent.
   */
  suspend(agentId: number, actor: string, reason: string): Promise<AgentSuspension | undefined> {
    return this.#change(agentId, { actor, action: "agent.suspend", reason }, reason);
  }

  /** It is again as its owner has it: listed, or switched off. */
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

/** The agents of suspended people are found no more, and again when these are restored. */
export function followSuspensions(events: EventBus): void {
  events.on("account.suspension_changed", async (tx, { accountId }) => {
    for (const agentId of await lockAgentsOf(tx, accountId)) await refreshSearchDocument(tx, agentId);
  });
}
