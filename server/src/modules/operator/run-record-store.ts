import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** The data about a run that an operator sees, without its input and output. Money is in nano-USD. */
export interface RunRecord {
  runId: string;
  rootId: string;
  parentId: string | null;
  caller: string;
  developer: string;
  agentId: number;
  agentName: string;
  version: number;
  status: string;
  stopReason: string | null;
  errorCode: string | null;
  startedAt: Date;
  endedAt: Date | null;
  executionMs: number;
  nodeId: string;
  /** The API key that started the run. Null if a session started it. */
  keyId: string | null;
  tokens: number;
  pricePerToken: bigint;
  cost: bigint;
  failureCharge: bigint;
  modelCost: bigint;
  fee: bigint;
  net: bigint;
  transferId: string | null;
  refundedAt: Date | null;
  models: { model: string; calls: number }[];
  calledRuns: { runId: string; agentId: number; agentName: string; status: string }[];
}

export async function readRunRecord(db: Queryable, runId: string): Promise<RunRecord | undefined> {
  const { rows } = await sql<RunRecord>`
    SELECT r.run_id AS "runId", r.root_id AS "rootId", r.parent_id AS "parentId", caller.username AS caller,
      developer.username AS developer, r.agent_id AS "agentId", r.agent_name AS "agentName", r.version, r.status,
      r.stop_reason AS "stopReason", r.error_code AS "errorCode", r.created_at AS "startedAt",
      r.ended_at AS "endedAt", r.execution_ms AS "executionMs", r.node_id AS "nodeId", r.api_key_id AS "keyId",
      r.tokens_charged::integer AS tokens, r.price_per_token AS "pricePerToken", r.cost,
      r.failure_charge AS "failureCharge", r.model_cost AS "modelCost", r.fee,
      r.net, r.transfer_id AS "transferId", v.created_at AS "refundedAt",
      coalesce((SELECT jsonb_agg(m ORDER BY m.model COLLATE "C") FROM (
        SELECT c.model, c.calls FROM run_models c WHERE c.run_id = r.run_id) m), '[]') AS models,
      coalesce((SELECT jsonb_agg(jsonb_build_object('runId', c.run_id, 'agentId', c.agent_id, 'agentName', c.agent_name,
        'status', c.status) ORDER BY c.run_id) FROM run_records c WHERE c.parent_id = r.run_id), '[]') AS "calledRuns"
    FROM run_records r
    JOIN person_names caller ON caller.user_id = r.user_id
    LEFT JOIN LATERAL (
      SELECT o.username FROM account_owners o
      WHERE o.account_id = r.developer_account_id ORDER BY o.joined_at LIMIT 1
    ) developer ON true
    LEFT JOIN run_transfers v ON v.run_id = r.run_id AND v.kind = 'reversal'
    WHERE r.run_id = ${runId}`.execute(db);
  return rows[0];
}
