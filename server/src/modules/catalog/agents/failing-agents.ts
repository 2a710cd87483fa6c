import { randomUUID } from "node:crypto";
import { FAILING_AGENT } from "@stoa/contract";
import type { Database, Tx } from "../../../platform/db/database.ts";
import type { Notify } from "../../../platform/events/notify.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { type FailureStreak, lockActiveAgent, pauseAgent, readFailureStreak } from "./failing-agent-store.ts";

function isBeyond(streak: FailureStreak, bound: FailureStreak): boolean {
  return streak.failures >= bound.failures && streak.callers >= bound.callers;
}

/** Notifies developers of agents that fail for their callers, and pauses agents that fail for everyone. */
export class FailingAgents {
  readonly #db: Database;
  readonly #notify: Notify;

  constructor(db: Database, notify: Notify) {
    this.#db = db;
    this.#notify = notify;
  }

  /**
   * Checks agents that have just failed. An agent that is missed, for example because of a crash, is checked when it
   * fails again.
   */
  async check(agentIds: readonly number[]): Promise<void> {
    for (const agentId of agentIds) {
      const streak = await readFailureStreak(this.#db, agentId);
      if (isBeyond(streak, FAILING_AGENT.noticeAfter)) await this.#act(agentId);
    }
  }

  /**
   * Counts the failures again under the agent's lock, because another node may have paused the agent or its owner may
   * have activated it.
   */
  #act(agentId: number): Promise<void> {
    return this.#db.transaction().execute(async (tx) => {
      const agent = await lockActiveAgent(tx, agentId);
      if (!agent) return;
      const streak = await readFailureStreak(tx, agentId);
      const facts = { agent_id: agentId, agent_name: agent.name, ...streak };
      if (isBeyond(streak, FAILING_AGENT.pauseAfter)) await this.#pause(tx, agent.ownerAccountId, facts);
      else if (isBeyond(streak, FAILING_AGENT.noticeAfter))
        await this.#notify(tx, {
          accountId: agent.ownerAccountId,
          kind: "agent_failing",
          facts,
          occasion: `agent_failing:${agentId}:${new Date().toISOString().slice(0, 10)}`,
        });
    });
  }

  async #pause(
    tx: Tx,
    accountId: string,
    facts: FailureStreak & { agent_id: number; agent_name: string },
  ): Promise<void> {
    const { agent_id: agentId } = facts;
    await pauseAgent(tx, agentId, facts);
    await refreshSearchDocument(tx, agentId);
    await this.#notify(tx, {
      accountId,
      kind: "agent_paused",
      facts,
      occasion: `agent_paused:${agentId}:${randomUUID()}`,
    });
  }
}
