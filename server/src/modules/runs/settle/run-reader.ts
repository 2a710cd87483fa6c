import type { MaxCostSetBy, RunStatus } from "@stoa/contract";
import type { JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";

/** What a run used of one model; calls without tokens are not use. */
export interface ModelUse {
  model: string;
  calls: number;
  prompt_tokens: number;
  completion_tokens: number;
}

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

/** A run as its caller may see it: the view `presented_runs`, and what the run returned. */
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
    SELECT r.*, c.output, c.error_detail
    FROM presented_runs r LEFT JOIN run_contents c ON c.run_id = r.id
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
