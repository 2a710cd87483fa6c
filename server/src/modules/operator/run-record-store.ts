import { sql } from "kysely";
import type { Queryable } from "../../platform/db/database.ts";

/** What an operator needs to know of a run; neither what it was given nor what it answered. Money in nano-USD. */
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
  /** The API key that it was started with; null for a session. */
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
    SELECT r.id AS "runId", r.root_id AS "rootId", r.parent_id AS "parentId", caller.username AS caller,
      developer.username AS developer, r.agent_id AS "agentId", r.agent_name AS "agentName", r.version, r.status,
      r.stop_reason AS "stopReason", r.error_code AS "errorCode", r.created_at AS "startedAt",
      r.ended_at AS "endedAt", r.execution_ms AS "executionMs", r.node_id AS "nodeId", r.api_key_id AS "keyId",
      r.tokens_charged::integer AS tokens, r.price_per_token AS "pricePerToken", r.cost,
      r.failure_charge AS "failureCharge", r.model_cost AS "modelCost", r.fee,
      r.net, r.transfer_id AS "transferId", v.created_at AS "refundedAt",
      coalesce((SELECT jsonb_agg(m ORDER BY m.model COLLATE "C") FROM (
        SELECT model_answered AS model, count(*) AS calls FROM model_calls c WHERE c.run_id = r.id
        GROUP BY model_answered) m), '[]') AS models,
      coalesce((SELECT jsonb_agg(jsonb_build_object('runId', c.id, 'agentId', c.agent_id, 'agentName', c.agent_name,
        'status', c.status) ORDER BY c.id) FROM runs c WHERE c.parent_id = r.id), '[]') AS "calledRuns"
    FROM runs r
    JOIN users caller ON caller.id = r.user_id
    LEFT JOIN LATERAL (
      SELECT u.username FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.account_id = r.developer_account_id AND m.role = 'owner' ORDER BY m.created_at LIMIT 1
    ) developer ON true
    LEFT JOIN transfers v ON v.run_id = r.id AND v.kind = 'reversal'
    WHERE r.id = ${runId}`.execute(db);
  return rows[0];
}
