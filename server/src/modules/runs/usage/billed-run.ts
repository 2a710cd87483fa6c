import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** What a run was charged for, on the terms that it started with; money in nano-USD. */
export interface BilledRunFacts {
  id: string;
  agentId: number;
  agentName: string;
  version: number;
  startedAt: Date;
  endedAt: Date;
  tokens: bigint;
  pricePerToken: bigint;
  chargedFor: "tokens" | "model_cost";
  cost: bigint;
  failureCharge: bigint;
  parentRunId: string | null;
}

/** For receipts. The caller of this function has checked that the reader's books contain the run. */
export async function readBilledRun(db: Queryable, runId: string): Promise<BilledRunFacts | undefined> {
  const { rows } = await sql<BilledRunFacts>`
    SELECT id, agent_id AS "agentId", agent_name AS "agentName", version, created_at AS "startedAt",
      ended_at AS "endedAt", tokens_charged AS tokens, price_per_token AS "pricePerToken", pays AS "chargedFor",
      cost, failure_charge AS "failureCharge", parent_id AS "parentRunId"
    FROM runs WHERE id = ${runId} AND ended_at IS NOT NULL`.execute(db);
  return rows[0];
}
