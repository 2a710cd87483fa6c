import type { Agent, UpdateAgentRequest } from "@stoa/contract";
import { usdToNano } from "@stoa/contract";
import type { Updateable } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Agents } from "../../platform/db/schema.gen.ts";
import { notFound } from "../../platform/http/app-error.ts";
import { type AgentDetailRow, findDetailRow, findOwnedRows } from "./agent-rows.ts";
import { changeAgent, lockOwner } from "./agent-store.ts";
import { type CallableAgents, findCallableAgents } from "./callable-agents.ts";
import { mayView } from "./policy.ts";
import { presentAgent } from "./present.ts";
import { priceToNano } from "./price.ts";
import { priceRefusal } from "./price-refusal.ts";
import { changePrice } from "./price-store.ts";
import { requirePlanFor } from "./private-agents.ts";
import { refreshSearchDocument } from "./search-store.ts";
import { StoredManifest } from "./version-content.ts";

function columnsOf(request: UpdateAgentRequest): Updateable<Agents> {
  const { description, documentation, category, tags, features, use_cases, is_active, visibility } = request;
  const { max_cost_per_run: maxCost, sponsor_limit_per_run: sponsorLimit } = request;
  return {
    ...(description !== undefined && { description }),
    ...(documentation !== undefined && { documentation }),
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags }),
    ...(features !== undefined && { features }),
    ...(use_cases !== undefined && { use_cases }),
    ...(is_active !== undefined && { is_active }),
    ...(visibility !== undefined && { visibility }),
    ...(maxCost !== undefined && { max_cost_per_run: usdToNano(maxCost) }),
    ...(sponsorLimit !== undefined && { sponsor_limit: usdToNano(sponsorLimit) }),
  };
}

/** Single agents: looked at by anyone who may, changed by their owners. */
export class AgentProfiles {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws AppError 404 for an agent that is not there, or not open to this caller (reading 24). */
  async get(agentId: number, accountId: string | undefined): Promise<Agent> {
    const agent = await this.find(agentId, accountId);
    if (!agent) throw notFound("Agent");
    return agent;
  }

  /** Returns undefined for an agent that is not there, or not open to this account. */
  async find(agentId: number, accountId: string | undefined): Promise<Agent | undefined> {
    const row = await findDetailRow(this.#db, agentId);
    if (!row || !mayView(row, accountId)) return undefined;
    return presentAgent(row, accountId, await this.#calledBy([row]));
  }

  async owned(accountId: string): Promise<{ agents: Agent[]; total: number }> {
    const rows = await findOwnedRows(this.#db, accountId);
    const callable = await this.#calledBy(rows);
    return { agents: rows.map((row) => presentAgent(row, accountId, callable)), total: rows.length };
  }

  /**
   * A cut of the price holds at once for runs that start from now on, a rise after its notice.
   * @throws AppError 403 plan_required for a private agent that the plan does not include; 404 for anyone but the
   *   owner; 409 for a second rise in a month.
   */
  async update(agentId: number, accountId: string, request: UpdateAgentRequest): Promise<Agent> {
    await this.#db.transaction().execute(async (tx) => {
      // Accounts are locked before agents everywhere, so that nobody waits for somebody who waits for them.
      const plan = request.visibility === undefined ? undefined : await lockOwner(tx, accountId);
      if (!(await changeAgent(tx, agentId, accountId, columnsOf(request)))) throw notFound("Agent");
      if (plan !== undefined) requirePlanFor(request.visibility, plan);
      if (request.price_per_token !== undefined) {
        const refusal = priceRefusal(await changePrice(tx, agentId, priceToNano(request.price_per_token)));
        if (refusal) throw refusal;
      }
      await refreshSearchDocument(tx, agentId);
    });
    return this.get(agentId, accountId);
  }

  #calledBy(rows: readonly AgentDetailRow[]): Promise<CallableAgents> {
    return findCallableAgents(
      this.#db,
      rows.flatMap(({ manifest }) => StoredManifest.parse(manifest).agents),
    );
  }
}
