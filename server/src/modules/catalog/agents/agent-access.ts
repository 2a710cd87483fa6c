import { NUMBER_MAX, TEXTS } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/http/app-error.ts";

/**
 * A condition on `agents`: true unless the agent has been deleted. The row of a deleted agent
 * stays, because the ledger refers to it.
 */
export const isNotDeleted = sql<boolean>`(agents.deleted_at IS NULL)`;

/** A condition on `agents`: whether the owner has archived the agent. */
export const isArchived = sql<boolean>`(agents.archived_at IS NOT NULL)`;

/** A condition on `agents`: whether an operator has suspended the agent or its owner. */
export const isSuspended = sql<boolean>`(agents.suspended_at IS NOT NULL
  OR EXISTS (SELECT FROM suspended_accounts WHERE suspended_accounts.account_id = agents.owner_account_id))`;

/** The facts that determine who may see and run an agent. */
interface AgentAccess {
  ownerAccountId: string;
  isActive: boolean;
  /** Whether the owner has archived the agent. */
  isArchived: boolean;
  /** Whether an operator has suspended the agent or its owner. */
  isSuspended: boolean;
  visibility: string;
  versionState: string;
}

/** Finds the facts that determine who may see and run an agent, with its name and its current version. */
export async function findAgentAccess(db: Queryable, agentId: number) {
  if (agentId > NUMBER_MAX) return undefined;
  return db
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
    .select([
      "agents.name",
      "agents.owner_account_id as ownerAccountId",
      "agents.is_active as isActive",
      "agents.visibility",
      "version.id as versionId",
      "version.state as versionState",
    ])
    .select([isSuspended.as("isSuspended"), isArchived.as("isArchived")])
    .where("agents.id", "=", agentId)
    .where(isNotDeleted)
    .executeTakeFirst();
}

/** Returns whether this account may run the agent. A visitor has no account. */
export function canRun(agent: AgentAccess, accountId: string | undefined): boolean {
  const { isActive, isArchived, isSuspended, versionState } = agent;
  if (!isActive || isArchived || isSuspended || versionState !== "listed") return false;
  return agent.visibility !== "private" || agent.ownerAccountId === accountId;
}

/** Returns whether this account may view the agent. Owners see their own agents in every state. */
export function canView(agent: AgentAccess, accountId: string | undefined): boolean {
  return agent.ownerAccountId === accountId || canRun(agent, accountId);
}

/**
 * Returns whether lists may show an agent to accounts that may run it. An unlisted agent can only be opened by its
 * link.
 */
export function isListed({ visibility }: Pick<AgentAccess, "visibility">): boolean {
  return visibility !== "unlisted";
}

/** Returns the 403 for a caller who could run the agent if it were not suspended. Only its owner sees the reason. */
export function createSuspensionRefusal(): AppError {
  return new AppError(403, "agent_suspended", TEXTS.run.agentSuspended);
}
