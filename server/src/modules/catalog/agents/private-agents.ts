import { randomUUID } from "node:crypto";
import { PLANS, type PlanType, TEXTS, type Visibility } from "@stoa/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/db/database.ts";
import type { EventBus } from "../../../platform/events/event-bus.ts";
import type { Notify } from "../../../platform/events/notify.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";

/** @throws AppError 403 plan_required for a visibility that the plan does not include. */
export function requirePlanFor(visibility: Visibility | undefined, plan: PlanType): void {
  const { name, privateAgents } = PLANS[plan];
  if (visibility !== "private" || privateAgents) return;
  const message = TEXTS.agents.privateNeedsPlan(PLANS.business.name, name);
  throw new AppError(403, "plan_required", message, { errors: [{ field: "visibility", message }] });
}

/**
 * Makes private agents unlisted and inactive when their owner's plan no longer includes private agents, and notifies
 * the owner. A private agent is never shown to others unless its owner decides so.
 */
export function followPlanChanges(events: EventBus, notify: Notify): void {
  events.on("account.plan_changed", async (tx, { accountId, plan }) => {
    if (PLANS[plan].privateAgents) return;
    const closed = await closePrivateAgents(tx, accountId);
    for (const agentId of closed) await refreshSearchDocument(tx, agentId);
    if (closed.length === 0) return;
    await notify(tx, {
      accountId,
      kind: "private_agents_closed",
      facts: { count: closed.length, plan_name: PLANS[plan].name },
      occasion: `plan_changed:${randomUUID()}`,
    });
  });
}

/**
 * Makes the account's private agents unlisted and inactive. Locks them in the order of their ids,
 * as every transaction that locks several agents does. @returns their ids.
 */
async function closePrivateAgents(tx: Tx, accountId: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH due AS (
      SELECT id FROM agents WHERE owner_account_id = ${accountId} AND visibility = 'private'
      ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE agents SET visibility = 'unlisted', is_active = false, updated_at = now()
    FROM due WHERE agents.id = due.id RETURNING agents.id`.execute(tx);
  return rows.map(({ id }) => id);
}
