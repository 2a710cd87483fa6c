import type { MaxCostSetBy, RunStatus } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import type { ModelUse } from "../live/run-meter.ts";

/** A run that another run started; its amounts in nano-USD as text, as JSON carries no bigint. */
export interface CalledRunRow {
  id: string;
  agent_id: number;
  agent_name: string;
  status: RunStatus;
  tokens_charged: number;
  cost: string;
  failure_charge: string;
}

/** A run as its caller may see it. */
export interface RunRow {
  id: string;
  created_at: Date;
  ended_at: Date | null;
  status: RunStatus;
  stop_reason: "end" | "length" | "limit" | "cancelled" | "error" | null;
  error_code: string | null;
  agent_id: number;
  agent_name: string;
  agent_type: string;
  version: number;
  price_per_token: bigint;
  cap: bigint;
  cap_set_by: MaxCostSetBy;
  tokens_metered: bigint;
  tokens_charged: bigint;
  cost: bigint;
  failure_charge: bigint;
  model_cost_borne: bigint;
  fee: bigint;
  net: bigint;
  execution_ms: number;
  last_seq: number;
  output: JsonValue;
  error_detail: string | null;
  models: ModelUse[];
  /** The runs that it called, at any depth, in the order of their starts. */
  called: CalledRunRow[];
}

/** Reads a run of this account with its contents; `undefined` for anybody else's. */
export async function readRun(db: Queryable, runId: string, accountId: string): Promise<RunRow | undefined> {
  const { rows } = await sql<RunRow>`
    SELECT r.id, r.created_at, r.ended_at, r.status, r.stop_reason, r.error_code, r.agent_id, r.agent_name,
      r.agent_type, r.version, r.price_per_token, r.cap, r.cap_set_by, r.tokens_metered, r.tokens_charged, r.cost,
      r.failure_charge, r.model_cost_borne, r.fee, r.net, r.execution_ms, r.last_seq, c.output, c.error_detail,
      coalesce((
        SELECT json_agg(m ORDER BY m.model COLLATE "C") FROM (
          SELECT model_answered AS model, count(*) AS calls, sum(prompt_tokens) AS prompt_tokens,
            sum(completion_tokens) AS completion_tokens
          FROM model_calls WHERE run_id = r.id AND prompt_tokens + completion_tokens > 0
          GROUP BY model_answered
        ) m
      ), '[]') AS models,
      coalesce((
        WITH RECURSIVE called AS (
          SELECT c.* FROM runs c WHERE c.parent_id = r.id
          UNION ALL SELECT c.* FROM runs c JOIN called p ON c.parent_id = p.id
        )
        SELECT json_agg(json_build_object('id', id, 'agent_id', agent_id, 'agent_name', agent_name,
          'status', status, 'tokens_charged', tokens_charged, 'cost', cost::text,
          'failure_charge', failure_charge::text) ORDER BY id) FROM called
      ), '[]') AS called
    FROM runs r LEFT JOIN run_contents c ON c.run_id = r.id
    WHERE r.id = ${runId} AND r.account_id = ${accountId}`.execute(db);
  return rows[0];
}

export function hasEnded(run: Pick<RunRow, "ended_at">): boolean {
  return run.ended_at !== null;
}

/** As `hasEnded`, by what a caller sees of a run. */
export function isUnderWay(status: RunStatus): boolean {
  return status === "queued" || status === "running";
}
