import { NUMBER_MAX } from "@stoa/contract";
import type { EntryPoint, InputParameter } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import { selectCurrentPrice } from "../prices/price-store.ts";
import { StoredEntry, StoredInputs } from "../versions/version-content.ts";
import { canRun, isArchived, isNotDeleted, isSuspended } from "./agent-access.ts";

/** An agent that anyone may run now. Such an agent may call only agents that anyone may run. */
export interface CallableAgent {
  name: string;
  /** Nano-USD per token. */
  pricePerToken: bigint;
  takes: EntryPoint["takes"];
  inputs: InputParameter[];
}

export type CallableAgents = ReadonlyMap<number, CallableAgent>;

/** Returns the agents among `agentIds` that anyone may run, keyed by id. */
export async function findCallableAgents(
  db: Queryable,
  agentIds: readonly number[],
): Promise<CallableAgents> {
  const ids = [...new Set(agentIds)].filter((id) => id <= NUMBER_MAX);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("agents")
    .innerJoin("agent_versions as version", "version.id", "agents.current_version_id")
    .innerJoinLateral(
      () => selectCurrentPrice(db).as("price"),
      (join) => join.onTrue(),
    )
    .select([
      "agents.id",
      "agents.name",
      "agents.owner_account_id as ownerAccountId",
      "agents.is_active as isActive",
      "agents.visibility",
      "version.state as versionState",
      "version.entry",
      "version.input_schema as inputSchema",
      "price.price_per_token_nano as pricePerToken",
    ])
    .select([isSuspended.as("isSuspended"), isArchived.as("isArchived")])
    .where(isNotDeleted)
    .where("agents.id", "=", sql<number>`ANY(${ids}::int[])`)
    .where("agents.missing_models", "=", sql<string[]>`'{}'::text[]`)
    .execute();
  return new Map(
    rows
      .filter((row) => canRun(row, undefined))
      .map(({ id, name, pricePerToken, entry, inputSchema }) => [
        id,
        {
          name,
          pricePerToken,
          takes: StoredEntry.parse(entry).takes,
          inputs: StoredInputs.parse(inputSchema),
        },
      ]),
  );
}
