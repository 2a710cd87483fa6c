import type { AgentSummary } from "@stoa/contract";
import type { Queryable } from "../../../platform/db/database.ts";
import { findAgentRows } from "../agents/agent-rows.ts";
import { isListed, isOpenTo } from "../agents/policy.ts";
import { presentSummary } from "../agents/present.ts";

/** What cards show of those of these agents that the marketplace shows to this account now, by their ids. */
export async function findOpenSummaries(
  db: Queryable,
  agentIds: readonly number[],
  accountId: string,
): Promise<Map<number, AgentSummary>> {
  if (agentIds.length === 0) return new Map();
  const rows = await findAgentRows(db, agentIds);
  return new Map(
    rows
      .filter((row) => isListed(row) && isOpenTo(row, accountId))
      .map((row) => [row.id, presentSummary(row)]),
  );
}
