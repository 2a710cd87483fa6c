import { NUMBER_MAX, PLANS, type PlanType } from "@stoa/contract";
import { sql } from "kysely";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { isOpenTo, mayView } from "./policy.ts";
import { effectiveCap } from "./price.ts";
import type { AgentStatistics, RunnableAgents } from "./runnable-agent.ts";
import { writeStatistics } from "./statistics-store.ts";
import { StoredEntry, StoredFramework, StoredInputs } from "./version-content.ts";

/** The plan an account is on now. Handed in by the accounts module. */
export type PlanOf = (accountId: string) => Promise<PlanType>;

/** The version asked for, or the current one, with the terms that hold now. */
function findVersion(db: Queryable, agentId: number, version: number | undefined) {
  const wanted = db
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.agent_id", "agents.id")
    .leftJoin("agent_stats as stats", "stats.agent_id", "agents.id")
    .select([
      "agents.name",
      "agents.owner_account_id as ownerAccountId",
      "agents.is_active as isActive",
      "agents.visibility",
      "agents.max_cost_per_run as maxCostPerRun",
      "agents.sponsor_limit as sponsorLimit",
      "version.id as versionId",
      "version.number",
      "version.state as versionState",
      "version.source",
      "version.filename",
      "version.framework",
      "version.agent_type as agentType",
      "version.entry",
      "version.input_schema as inputSchema",
      "stats.p95_tokens as p95Tokens",
    ])
    .select(({ selectFrom }) =>
      selectFrom("agent_prices")
        .select("price_per_token_nano")
        .whereRef("agent_prices.agent_id", "=", "agents.id")
        .where("effective_from", "<=", sql<Date>`now()`)
        .orderBy("effective_from", "desc")
        .limit(1)
        .as("pricePerToken"),
    )
    .where("agents.id", "=", agentId);
  return version === undefined
    ? wanted.whereRef("version.id", "=", "agents.current_version_id").executeTakeFirst()
    : wanted.where("version.number", "=", version).executeTakeFirst();
}

function findExposure(db: Queryable, agentId: number) {
  return db
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
    .select([
      "agents.owner_account_id as ownerAccountId",
      "agents.is_active as isActive",
      "agents.visibility",
      "version.state as versionState",
    ])
    .where("agents.id", "=", agentId)
    .executeTakeFirst();
}

/** The catalogue's face towards `runs`. */
export function createRunnableAgents(db: Database, planOf: PlanOf): RunnableAgents {
  return {
    async find(agentId, { callerAccountId, version }) {
      if (Math.max(agentId, version ?? 1) > NUMBER_MAX) return undefined;
      const found = await findVersion(db, agentId, version);
      if (!found || !isOpenTo(found, callerAccountId) || found.pricePerToken === null) return undefined;
      const { pricePerToken } = found;
      return {
        agentId,
        name: found.name,
        ownerAccountId: found.ownerAccountId,
        framework: StoredFramework.parse(found.framework),
        agentType: found.agentType,
        versionId: found.versionId,
        version: found.number,
        source: found.source,
        filename: found.filename,
        entry: StoredEntry.parse(found.entry),
        inputParameters: StoredInputs.parse(found.inputSchema),
        pricePerToken,
        maxCostPerRun: effectiveCap(found.maxCostPerRun, pricePerToken),
        sponsorLimit: found.sponsorLimit,
        sharePercent: PLANS[await planOf(found.ownerAccountId)].revenueSharePercent,
        p95Tokens: found.p95Tokens,
      };
    },
    async ownedBy(agentId, accountId) {
      const found = await findExposure(db, agentId);
      return found?.ownerAccountId === accountId;
    },
    async visibleTo(agentId, accountId) {
      const found = await findExposure(db, agentId);
      return found !== undefined && mayView(found, accountId);
    },
    recordStatistics: (statistics: AgentStatistics[]) => writeStatistics(db, statistics),
  };
}
