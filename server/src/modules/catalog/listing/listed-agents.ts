import type { AgentSummary } from "@stoa/contract";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import { canRun, isListed } from "../agents/agent-access.ts";
import { findAgentRows } from "../agents/agent-rows.ts";
import { presentSummary } from "../agents/present.ts";

/**
 * Returns summaries of the given agents that the marketplace shows to this account now, by agent
 * id.
 */
export async function findOpenSummaries(
  db: Queryable,
  agentIds: readonly number[],
  accountId: string,
): Promise<Map<number, AgentSummary>> {
  if (agentIds.length === 0) return new Map();
  const rows = await findAgentRows(db, agentIds);
  return new Map(
    rows.filter((row) => isListed(row) && canRun(row, accountId)).map((row) => [row.id, presentSummary(row)]),
  );
}

/** Returns the ids of at most `limit` public agents, the most run first. */
export async function findPublicAgents(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await sql<{ agentId: bigint }>`
    SELECT agent_id AS "agentId" FROM search_documents WHERE visibility = 'public'
    ORDER BY executions DESC, agent_id DESC LIMIT ${limit}`.execute(db);
  return rows.map(({ agentId }) => Number(agentId));
}

/** Returns at most `limit` public agents as the marketplace shows them to visitors, the most run first. */
export async function findPublicSummaries(db: Queryable, limit: number): Promise<AgentSummary[]> {
  const ids = await findPublicAgents(db, limit);
  const rows = new Map((await findAgentRows(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row !== undefined && isListed(row) && canRun(row, undefined) ? [presentSummary(row)] : [];
  });
}
