import { type Agent, type PlanType, TEXTS, type UpdateAgentRequest, usdToNano } from "@stoa/contract";
import type { Updateable } from "kysely";
import type { Database, Tx } from "../../../platform/db/database.ts";
import type { Agents } from "../../../platform/db/schema.gen.ts";
import { AppError, notFound } from "../../../platform/http/app-error.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { toSlug } from "../listing/search-text.ts";
import { createPriceRefusal, toNanoPrice } from "../prices/price.ts";
import { getPriceAdvice, requireConfirmedPrice, requirePriceAboveCost } from "../prices/price-advice.ts";
import { changePrice } from "../prices/price-store.ts";
import type { OfferedModels } from "../upload/offered-models.ts";
import { explainTakenName, refuseOverLimit } from "../upload/publish.ts";
import { StoredManifest } from "../versions/version-content.ts";
import { canView, findAgentAccess } from "./agent-access.ts";
import { type AgentDetailRow, findDetailRow, findOwnedRows } from "./agent-rows.ts";
import { changeAgent, eraseAgent, lockOwner, readUseByOthers } from "./agent-store.ts";
import { type CallableAgents, findCallableAgents } from "./callable-agents.ts";
import { presentAgent } from "./present.ts";
import { requirePlanFor } from "./private-agents.ts";
import type { GetPlan } from "./runnable-agents.ts";

function toColumns(request: UpdateAgentRequest): Updateable<Agents> {
  const { name, is_archived } = request;
  const { description, documentation, category, tags, features, use_cases, is_active, visibility } = request;
  const { max_cost_per_run: maxCost, sponsor_limit_per_run: sponsorLimit } = request;
  return {
    ...(description !== undefined && { description }),
    ...(documentation !== undefined && { documentation }),
    ...(category !== undefined && { category }),
    ...(tags !== undefined && { tags }),
    ...(features !== undefined && { features }),
    ...(use_cases !== undefined && { use_cases }),
    ...(name !== undefined && { name, slug: toSlug(name) }),
    ...(is_active !== undefined && { is_active }),
    ...(is_archived !== undefined && { archived_at: is_archived ? new Date() : null }),
    ...(visibility !== undefined && { visibility }),
    ...(maxCost !== undefined && { max_cost_per_run: usdToNano(maxCost) }),
    ...(sponsorLimit !== undefined && { sponsor_limit: usdToNano(sponsorLimit) }),
  };
}

/**
 * Requires that the owner's plan includes the requested visibility and, when an agent is unarchived, another agent.
 * Locks the account before the agent, as every transaction does, so that two transactions never wait for each other.
 */
async function requirePlan(
  tx: Tx,
  agentId: number,
  accountId: string,
  { visibility, is_archived }: UpdateAgentRequest,
): Promise<void> {
  const plan = await lockOwner(tx, accountId);
  const agent = await findAgentAccess(tx, agentId);
  if (agent?.ownerAccountId !== accountId) throw notFound("Agent");
  requirePlanFor(visibility, plan);
  if (agent.isArchived && is_archived === false) await refuseOverLimit(tx, { accountId, plan });
}

/**
 * Reads, changes and deletes single agents. Anyone who may see an agent can read it; only its owner
 * can change it.
 */
export class AgentProfiles {
  readonly #db: Database;
  readonly #getPlan: GetPlan;
  readonly #models: OfferedModels;

  constructor(db: Database, { getPlan, models }: { getPlan: GetPlan; models: OfferedModels }) {
    this.#db = db;
    this.#getPlan = getPlan;
    this.#models = models;
  }

  /** @throws AppError 404 for an agent that does not exist or that this caller is not allowed to view. */
  async get(agentId: number, accountId: string | undefined): Promise<Agent> {
    const agent = await this.find(agentId, accountId);
    if (!agent) throw notFound("Agent");
    return agent;
  }

  /** Returns undefined for an agent that does not exist or that this account is not allowed to view. */
  async find(agentId: number, accountId: string | undefined): Promise<Agent | undefined> {
    const row = await findDetailRow(this.#db, agentId);
    if (!row || !canView(row, accountId)) return undefined;
    const agent = presentAgent(row, accountId, await this.#findCalledAgents([row]), this.#models);
    return agent.is_owner ? this.#addAdvice(agent, await this.#getPlan(row.ownerAccountId)) : agent;
  }

  async listOwned(accountId: string): Promise<{ agents: Agent[]; total: number }> {
    const rows = await findOwnedRows(this.#db, accountId);
    const callable = await this.#findCalledAgents(rows);
    const plan = await this.#getPlan(accountId);
    const agents = rows.map((row) =>
      this.#addAdvice(presentAgent(row, accountId, callable, this.#models), plan),
    );
    return { agents, total: rows.length };
  }

  /**
   * Changes an agent. A price cut takes effect immediately for new runs, an increase after the notice period.
   * @throws AppError 400 for a price that does not cover its models or that has to be confirmed; 403 plan_required for
   * a private agent that the plan does not include; 403 agent_limit_reached for an agent that would exceed the plan
   * when it is unarchived; 404 for anyone but the owner; 409 for a second price increase in a month or a name that is
   * taken.
   */
  async update(agentId: number, accountId: string, request: UpdateAgentRequest): Promise<Agent> {
    if (request.price_per_token !== undefined)
      requireConfirmedPrice(request.price_per_token, request.confirm_price === true);
    const work = this.#db.transaction().execute(async (tx) => {
      if (request.visibility !== undefined || request.is_archived !== undefined)
        await requirePlan(tx, agentId, accountId, request);
      if (!(await changeAgent(tx, agentId, accountId, toColumns(request)))) throw notFound("Agent");
      if (request.price_per_token !== undefined) {
        const refusal = createPriceRefusal(
          await changePrice(tx, agentId, toNanoPrice(request.price_per_token)),
        );
        if (refusal) throw refusal;
      }
      if (request.price_per_token !== undefined || request.sponsor_limit_per_run !== undefined)
        await this.#requirePriceAboveCost(tx, agentId, request);
      await refreshSearchDocument(tx, agentId);
    });
    await work.catch((error: unknown) => {
      throw explainTakenName(error);
    });
    return this.get(agentId, accountId);
  }

  /**
   * Deletes an agent permanently. Its code, text and versions are erased. The owner's runs and the ledger entries stay.
   * @throws AppError 404 for anyone but the owner; 409 for an agent that others were charged for or are running now.
   */
  async remove(agentId: number, accountId: string): Promise<void> {
    await this.#db.transaction().execute(async (tx) => {
      if (!(await changeAgent(tx, agentId, accountId, {}))) throw notFound("Agent");
      const { wasCharged, isRun } = await readUseByOthers(tx, agentId);
      if (wasCharged) throw new AppError(409, "conflict", TEXTS.agents.chargedToOthers);
      if (isRun) throw new AppError(409, "conflict", TEXTS.agents.runByOthers);
      await eraseAgent(tx, agentId);
    });
  }

  /** Checks the price after the request's changes. The agent's row is already locked. */
  async #requirePriceAboveCost(tx: Tx, agentId: number, request: UpdateAgentRequest): Promise<void> {
    const row = await findDetailRow(tx, agentId);
    if (!row) throw notFound("Agent");
    const asked = request.price_per_token;
    const pricePerToken =
      asked === undefined ? (row.nextPricePerToken ?? row.pricePerToken) : toNanoPrice(asked);
    const { models } = StoredManifest.parse(row.manifest);
    requirePriceAboveCost({ pricePerToken, sponsorLimit: row.sponsorLimit }, models, this.#models);
  }

  #addAdvice(agent: Agent, plan: PlanType): Agent {
    return { ...agent, price_advice: getPriceAdvice(agent.models, plan, this.#models) };
  }

  #findCalledAgents(rows: readonly AgentDetailRow[]): Promise<CallableAgents> {
    return findCallableAgents(
      this.#db,
      rows.flatMap(({ manifest }) => StoredManifest.parse(manifest).agents),
    );
  }
}
