import { PLANS, type PlanType, TEXTS, type UploadCheck } from "@stoa/contract";
import type { Database, Queryable } from "../../../platform/db/database.ts";
import { getUniqueViolation } from "../../../platform/db/errors.ts";
import { AppError } from "../../../platform/http/app-error.ts";
import type { NewAgent } from "../agents/agent-store.ts";
import { addCurrentVersion, countOwned, insertAgent, isNameTaken, lockOwner } from "../agents/agent-store.ts";
import { requirePlanFor } from "../agents/private-agents.ts";
import { refreshSearchDocument } from "../listing/search-store.ts";
import { changePrice } from "../prices/price-store.ts";
import type { VersionContent } from "../versions/version-content.ts";
import type { ResolvedModels } from "./offered-models.ts";
import type { UploadNotices } from "./upload-notices.ts";

/** An upload that has passed its checks. */
export interface Publication {
  agent: NewAgent;
  content: VersionContent;
  models: ResolvedModels;
  checks: readonly UploadCheck[];
  /** Nano-USD per token. */
  pricePerToken: bigint;
}

/** The terms that apply to an upload, but not to a sample agent. */
export interface UploadTerms {
  notices: Pick<UploadNotices, "notifyOfListing">;
}

/** Converts the database's error for a taken name to ours. Returns other errors unchanged. */
export function explainTakenName(error: unknown): unknown {
  return getUniqueViolation(error) === "agents_owner_name_key" ? createNameTakenError() : error;
}

function createNameTakenError() {
  const message = TEXTS.agents.nameTaken;
  return new AppError(409, "conflict", message, { errors: [{ field: "name", message }] });
}

/** @throws AppError 403 agent_limit_reached if the account has as many agents as its plan includes. */
export async function refuseOverLimit(
  db: Queryable,
  { accountId, plan }: { accountId: string; plan: PlanType },
): Promise<void> {
  const { maxAgents, name } = PLANS[plan];
  if (maxAgents === null || (await countOwned(db, accountId)) < maxAgents) return;
  throw new AppError(
    403,
    "agent_limit_reached",
    `The ${name} plan includes ${maxAgents} agents, and you have reached that limit. Archive or delete one, or change your plan.`,
  );
}

/**
 * @throws AppError 403 agent_limit_reached at the plan's limit; 403 plan_required for a private agent that the plan does
 *   not include; 409 for a name that is taken.
 */
export async function refuseOverPlan(
  db: Queryable,
  owner: { accountId: string; plan: PlanType },
  { name, visibility }: Pick<NewAgent, "name" | "visibility">,
): Promise<void> {
  requirePlanFor(visibility, owner.plan);
  await refuseOverLimit(db, owner);
  if (await isNameTaken(db, owner.accountId, name)) throw createNameTakenError();
}

/**
 * Stores agent, version, price and search document in one transaction.
 * @param terms `undefined` for sample agents.
 * @throws the same AppErrors as `refuseOverPlan`.
 */
export async function publishAgent(
  db: Database,
  publication: Publication,
  terms: UploadTerms | undefined,
): Promise<number> {
  const { agent, content, models, checks, pricePerToken } = publication;
  try {
    return await db.transaction().execute(async (tx) => {
      const plan = await lockOwner(tx, agent.ownerAccountId);
      if (terms) await refuseOverPlan(tx, { accountId: agent.ownerAccountId, plan }, agent);
      const agentId = await insertAgent(tx, agent, content);
      await addCurrentVersion(tx, agentId, { content, models, checks });
      await changePrice(tx, agentId, pricePerToken);
      await refreshSearchDocument(tx, agentId);
      if (models.missing.length === 0)
        await terms?.notices.notifyOfListing(tx, agent.ownerAccountId, { id: agentId, name: agent.name }, 1);
      return agentId;
    });
  } catch (error) {
    throw explainTakenName(error);
  }
}
