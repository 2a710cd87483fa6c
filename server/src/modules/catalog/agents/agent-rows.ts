import { LIMITS } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import { selectCurrentPrice, selectNextPrice } from "../prices/price-store.ts";
import { isArchived, isNotDeleted, isSuspended } from "./agent-access.ts";

/** Selects agents with their current version, price, figures and developer. */
function selectAgents(db: Queryable) {
  return db
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
    .innerJoinLateral(
      () => selectCurrentPrice(db).as("price"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom("account_owners")
          .select("account_owners.username")
          .whereRef("account_owners.account_id", "=", "agents.owner_account_id")
          .orderBy("account_owners.joined_at")
          .limit(1)
          .as("developer"),
      (join) => join.onTrue(),
    )
    .leftJoin("agent_stats as stats", "stats.agent_id", "agents.id")
    .select([
      "agents.id",
      "agents.owner_account_id as ownerAccountId",
      "agents.name",
      "agents.description",
      "agents.category",
      "agents.tags",
      "agents.framework",
      "agents.features",
      "agents.use_cases as useCases",
      "agents.agent_type as agentType",
      "agents.is_active as isActive",
      "agents.visibility",
      "agents.created_at as createdAt",
      "price.price_per_token_nano as pricePerToken",
      "developer.username as developer",
      "version.state as versionState",
      "version.input_schema as inputSchema",
      "stats.executions",
      "stats.completed",
      "stats.failed",
      "stats.users",
      "stats.median_ms as medianMs",
      "stats.rating",
      "stats.reviews",
    ])
    .select([
      sql<string>`left(agents.documentation, ${LIMITS.listedDocumentationMaxLength})`.as(
        "documentationStart",
      ),
      isSuspended.as("isSuspended"),
      isArchived.as("isArchived"),
    ])
    .where(isNotDeleted);
}

function selectAgentDetails(db: Queryable) {
  return selectAgents(db)
    .leftJoinLateral(
      () => selectNextPrice(db).as("next"),
      (join) => join.onTrue(),
    )
    .select([
      "next.price_per_token_nano as nextPricePerToken",
      "next.effective_from as nextPriceFrom",
      "agents.documentation",
      "agents.max_cost_per_run as maxCostPerRun",
      "agents.sponsor_limit as sponsorLimit",
      "agents.updated_at as updatedAt",
      "agents.suspended_at as suspendedAt",
      "agents.suspension_reason as suspensionReason",
      "agents.paused_at as pausedAt",
      "agents.paused_after_failures as pausedAfterFailures",
      "agents.paused_after_callers as pausedAfterCallers",
      "version.number as version",
      "version.manifest",
      "version.entry",
      "version.examples",
      "version.environment_digest as environmentDigest",
      "stats.median_tokens as medianTokens",
    ]);
}

export type AgentRow = Awaited<ReturnType<typeof findAgentRows>>[number];
export type AgentDetailRow = Awaited<ReturnType<typeof findOwnedRows>>[number];

/** Finds these agents, in no particular order. */
export function findAgentRows(db: Queryable, agentIds: readonly number[]) {
  return selectAgents(db)
    .where("agents.id", "=", sql<number>`ANY(${[...agentIds]}::int[])`)
    .execute();
}

export function findDetailRow(db: Queryable, agentId: number): Promise<AgentDetailRow | undefined> {
  return selectAgentDetails(db).where("agents.id", "=", agentId).executeTakeFirst();
}

/** Finds all agents of an account, the newest first. */
export function findOwnedRows(db: Queryable, accountId: string) {
  return selectAgentDetails(db)
    .where("agents.owner_account_id", "=", accountId)
    .orderBy("agents.id", "desc")
    .execute();
}
