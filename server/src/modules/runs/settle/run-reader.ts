import type { MaxCostSetBy, RunStatus } from "@stoa/contract";
import type { JobFile, JsonValue } from "@stoa/runtime/protocol";
import { sql } from "kysely";
import type { Queryable } from "../../../platform/db/database.ts";
import type { RunContents } from "../run-contents.ts";

/** The usage of one model by a run. Calls without tokens are left out. */
export interface ModelUse {
  model: string;
  calls: number;
  prompt_tokens: number;
  completion_tokens: number;
}

/** A child run. Its amounts are strings in nano-USD, because JSON has no bigint. */
export interface CalledRunRow {
  id: string;
  agent_id: number;
  agent_name: string;
  status: RunStatus;
  tokens_charged: number;
  cost: string;
  failure_charge: string;
}

/** A run as its caller sees it: a row of the view `presented_runs`, and its output. */
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
  /** The files that the agent returned, in the order in which it sent them. Empty unless the run completed. */
  artifacts: JobFile[];
  /** The child runs at any depth, in the order in which they started. */
  called: CalledRunRow[];
}

interface SealedRunRow extends Omit<RunRow, "output" | "error_detail"> {
  output: Buffer | null;
  error_detail: Buffer | null;
}

/** Reads a run of this account with its contents; `undefined` for another account's run. */
export async function readRun(
  { db, contents }: { db: Queryable; contents: RunContents },
  runId: string,
  accountId: string,
): Promise<RunRow | undefined> {
  const { rows } = await sql<SealedRunRow>`
    SELECT r.*, c.output, c.error_detail, coalesce((
      SELECT json_agg(json_build_object('id', a.id, 'name', a.name, 'type', a.type, 'bytes', a.bytes) ORDER BY a.created_at)
      FROM shown_files a WHERE a.run_id = r.id), '[]') AS artifacts
    FROM presented_runs r LEFT JOIN run_contents c ON c.run_id = r.id
    WHERE r.id = ${runId} AND r.account_id = ${accountId}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const run = { id: runId, accountId };
  return {
    ...row,
    output: contents.openJson("output", run, row.output),
    error_detail: contents.openText("error_detail", run, row.error_detail),
  };
}

/** Returns the tokens of a run's input, with the earlier turns that its agent received. Check first who may see the run. */
export async function readInputTokens(db: Queryable, runId: string): Promise<number> {
  const { rows } = await sql<{ tokens: number }>`
    SELECT input_tokens AS tokens FROM runs WHERE id = ${runId}`.execute(db);
  return rows[0]?.tokens ?? 0;
}

export function hasEnded(run: Pick<RunRow, "ended_at">): boolean {
  return run.ended_at !== null;
}

/** Returns whether a run with this status has not ended. */
export function isRunActive(status: RunStatus): boolean {
  return status === "queued" || status === "running";
}

/** The charge of a run on the terms that it started with. Money is in nano-USD. */
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

/** Reads a run for a receipt. Check first that the ledger records the run for the reader's account. */
export async function readBilledRun(db: Queryable, runId: string): Promise<BilledRunFacts | undefined> {
  const { rows } = await sql<BilledRunFacts>`
    SELECT id, agent_id AS "agentId", agent_name AS "agentName", version, created_at AS "startedAt",
      ended_at AS "endedAt", tokens_charged AS tokens, price_per_token AS "pricePerToken", pays AS "chargedFor",
      cost, failure_charge AS "failureCharge", parent_id AS "parentRunId"
    FROM runs WHERE id = ${runId} AND ended_at IS NOT NULL`.execute(db);
  return rows[0];
}

/**
 * Returns whether this account was charged for a completed run of the agent. Includes each run from the moment it ends.
 * Uses the hourly figures, and the runs that have not been folded into them yet, because reading `runs` took half a
 * second for an account with 200,000 runs and an agent with as many.
 */
export async function hasPaidRun(db: Queryable, agentId: number, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ paid: boolean }>`
    SELECT EXISTS (
      SELECT FROM run_stats_hourly
      WHERE account_id = ${accountId} AND agent_id = ${agentId} AND completed > 0 AND cost > 0
    ) OR EXISTS (
      SELECT FROM outbox
      WHERE topic = 'runs.statistics' AND payload ->> 'account_id' = ${accountId}
        AND (payload ->> 'agent_id')::integer = ${agentId}
        AND payload ->> 'status' = 'completed' AND (payload ->> 'cost')::bigint > 0
    ) AS paid`.execute(db);
  return rows[0]?.paid ?? false;
}
