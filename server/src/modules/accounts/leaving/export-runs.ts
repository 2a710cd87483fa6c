import { sql } from "kysely";
import { type ExportQuery, usd } from "./export-query.ts";

/** Runs with what was given to them and what they wrote, as long as it is kept. */
export const exportRuns: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT n.id AS cursor, row_to_json(r)::text AS row
  FROM runs n LEFT JOIN run_contents c ON c.run_id = n.id,
  LATERAL (SELECT n.id, n.created_at, n.ended_at, n.status, n.stop_reason, n.error_code, n.agent_id, n.agent_name,
    n.version, n.parent_id, n.root_id, n.api_key_id, ${usd("n.price_per_token")} AS price_per_token, n.tokens_charged,
    ${usd("n.cost")} AS cost, ${usd("n.failure_charge")} AS failure_charge, n.execution_ms, c.task, c.input, c.output, c.error_detail,
    EXISTS (SELECT FROM run_shares s WHERE s.run_id = n.id) AS shared_with_developer,
    (SELECT json_agg(json_build_object('seq', e.seq, 'kind', e.kind, 'at', e.at, 'payload', e.payload) ORDER BY e.seq)
      FROM run_events e WHERE e.run_id = n.id) AS events,
    (SELECT json_agg(json_build_object('model', m.model_answered, 'prompt_tokens', m.prompt_tokens,
        'completion_tokens', m.completion_tokens, 'started_at', m.started_at, 'duration_ms', m.duration_ms,
        'outcome', m.outcome, 'content', k.content) ORDER BY m.started_at)
      FROM model_calls m LEFT JOIN model_call_contents k ON k.run_id = m.run_id AND k.call_id = m.id
      WHERE m.run_id = n.id) AS model_calls) r
  WHERE n.account_id = ${accountId} AND n.id > ${after} ORDER BY n.id ${limit}`;
