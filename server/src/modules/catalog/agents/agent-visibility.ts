import { Visibility } from "@stoa/contract";
import { recordInAuditLog } from "../../../platform/audit/audit-log.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Notify } from "../../../platform/events/notify.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { findAgentAccess } from "./agent-access.ts";
import { changeAgent, lockOwner } from "./agent-store.ts";
import { lockAgent } from "./agent-suspension-store.ts";
import { requirePlanFor } from "./private-agents.ts";

/** The result of an operator's change of visibility; `changed` is false if the agent already had that visibility. */
export interface VisibilityChange {
  name: string;
  changed: boolean;
}

/** Lets operators change who sees an agent. Records each action in the audit log and notifies the agent's owner. */
export class AgentVisibility {
  readonly #db: Database;
  readonly #notify: Notify;

  constructor(db: Database, notify: Notify) {
    this.#db = db;
    this.#notify = notify;
  }

  /**
   * @returns `undefined` if there is no such agent.
   * @throws AppError 403 plan_required for a private agent that its owner's plan does not include.
   */
  async change(
    agentId: number,
    visibility: Visibility,
    act: { actor: string; reason?: string },
  ): Promise<VisibilityChange | undefined> {
    return this.#db.transaction().execute(async (tx) => {
      const owned = await findAgentAccess(tx, agentId);
      if (!owned) return undefined;
      const { name, ownerAccountId } = owned;
      requirePlanFor(visibility, await lockOwner(tx, ownerAccountId));
      const before = Visibility.parse((await lockAgent(tx, agentId))?.visibility);
      if (before === visibility) return { name, changed: false };
      await changeAgent(tx, agentId, ownerAccountId, { visibility });
      await refreshSearchDocument(tx, agentId);
      const auditId = await recordInAuditLog(tx, {
        ...act,
        action: "agent.set_visibility",
        subject: `agent:${agentId}`,
        before: { visibility: before },
        after: { visibility },
      });
      await this.#notify(tx, {
        accountId: ownerAccountId,
        kind: "visibility_changed",
        facts: { agent_id: agentId, agent_name: name, visibility },
        occasion: `audit:${auditId}`,
      });
      return { name, changed: true };
    });
  }
}
