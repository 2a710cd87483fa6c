import type { Queryable } from "../../../platform/db/database.ts";
import { isArchived, isKept } from "./kept-agent.ts";
import { isSuspended } from "./suspended-agent.ts";

/** What decides who may see an agent, with its current version. */
export function findExposure(db: Queryable, agentId: number) {
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
    .where(isKept)
    .executeTakeFirst();
}
