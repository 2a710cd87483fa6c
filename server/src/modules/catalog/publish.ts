import { PLANS, type PlanType, type UploadCheck } from "@stoa/contract";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { uniqueViolation } from "../../platform/db/errors.ts";
import { AppError } from "../../platform/http/app-error.ts";
import type { NewAgent } from "./agent-store.ts";
import { addCurrentVersion, countOwned, insertAgent, lockOwner, nameTaken } from "./agent-store.ts";
import { changePrice } from "./price-store.ts";
import { requirePlanFor } from "./private-agents.ts";
import { refreshSearchDocument } from "./search-store.ts";
import type { UploadNotices } from "./upload-notices.ts";
import type { VersionContent } from "./version-content.ts";

const NAME_TAKEN = "You already have an agent with this name";

/** An upload that has passed its checks. */
export interface Publication {
  agent: NewAgent;
  content: VersionContent;
  checks: readonly UploadCheck[];
  /** Nano-USD per token. */
  pricePerToken: bigint;
}

/** What an upload meets that a sample of the house does not. */
export interface UploadTerms {
  notices: Pick<UploadNotices, "listed">;
}

function nameTakenError() {
  return new AppError(409, "conflict", NAME_TAKEN, { errors: [{ field: "name", message: NAME_TAKEN }] });
}

/**
 * @throws AppError 403 agent_limit_reached at the plan's limit, 403 plan_required for a private agent that the plan does
 *   not include; 409 for a name used already.
 */
export async function refuseOverPlan(
  db: Queryable,
  owner: { accountId: string; plan: PlanType },
  { name, visibility }: Pick<NewAgent, "name" | "visibility">,
): Promise<void> {
  requirePlanFor(visibility, owner.plan);
  const { maxAgents, name: planName } = PLANS[owner.plan];
  if (maxAgents !== null && (await countOwned(db, owner.accountId)) >= maxAgents)
    throw new AppError(
      403,
      "agent_limit_reached",
      `The ${planName} plan includes ${maxAgents} agents, and you have uploaded all of them`,
    );
  if (await nameTaken(db, owner.accountId, name)) throw nameTakenError();
}

/**
 * Stores agent, version, price and search document in one transaction.
 * @param terms `undefined` for the house's own samples.
 * @throws AppError as `refuseOverPlan`.
 */
export async function publishAgent(
  db: Database,
  publication: Publication,
  terms: UploadTerms | undefined,
): Promise<number> {
  const { agent, content, checks, pricePerToken } = publication;
  try {
    return await db.transaction().execute(async (tx) => {
      const plan = await lockOwner(tx, agent.ownerAccountId);
      if (terms) await refuseOverPlan(tx, { accountId: agent.ownerAccountId, plan }, agent);
      const agentId = await insertAgent(tx, agent, content);
      await addCurrentVersion(tx, agentId, content, checks);
      await changePrice(tx, agentId, pricePerToken);
      await refreshSearchDocument(tx, agentId);
      await terms?.notices.listed(tx, agent.ownerAccountId, { id: agentId, name: agent.name }, 1);
      return agentId;
    });
  } catch (error) {
    if (uniqueViolation(error) === "agents_owner_name_key") throw nameTakenError();
    throw error;
  }
}
