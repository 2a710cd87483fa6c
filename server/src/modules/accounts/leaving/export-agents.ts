import { sql } from "kysely";
import { type ExportQuery, usd } from "./export-query.ts";

/** Numbers as texts that sort as numbers do. */
const AGENT = sql`lpad(a.id::text, 10, '0')`;

export const exportAgents: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT ${AGENT} AS cursor, row_to_json(r)::text AS row
  FROM agents a, LATERAL (SELECT a.id, a.name, a.description, a.documentation, a.category, a.tags, a.features,
    a.use_cases, a.framework, a.agent_type, a.is_active, a.archived_at, a.visibility, a.current_version_id,
    ${usd("a.max_cost_per_run")} AS max_cost_per_run, ${usd("a.sponsor_limit")} AS sponsor_limit,
    a.created_at, a.updated_at,
    (SELECT json_agg(json_build_object('effective_from', p.effective_from,
        'price_per_token', ${usd("p.price_per_token_nano")}) ORDER BY p.effective_from)
      FROM agent_prices p WHERE p.agent_id = a.id) AS prices) r
  WHERE a.owner_account_id = ${accountId} AND a.deleted_at IS NULL AND ${AGENT} > ${after} ORDER BY 1 ${limit}`;

export const exportAgentVersions: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT v.id AS cursor, row_to_json(r)::text AS row
  FROM agent_versions v JOIN agents a ON a.id = v.agent_id,
  LATERAL (SELECT v.id, v.agent_id, v.number, v.filename, v.source, v.framework, v.agent_type, v.input_schema,
    v.manifest, v.examples, v.notes, v.state, v.checks, v.created_at, v.activated_at) r
  WHERE a.owner_account_id = ${accountId} AND a.deleted_at IS NULL AND v.id > ${after} ORDER BY v.id ${limit}`;

/** What agents earned a day, as the studio shows it; who ran them is not the developer's to know. */
export const exportRevenue: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT ${AGENT} || ' ' || a.day AS cursor, row_to_json(r)::text AS row
  FROM (
    SELECT d.agent_id AS id, d.day, sum(d.executions)::bigint AS executions, sum(d.gross)::bigint AS gross,
      sum(d.model_cost)::bigint AS model_cost, sum(d.fee)::bigint AS fee, sum(d.revenue)::bigint AS revenue
    FROM agent_revenue d JOIN agents o ON o.id = d.agent_id
    WHERE o.owner_account_id = ${accountId} GROUP BY d.agent_id, d.day
  ) a, LATERAL (SELECT a.id AS agent_id, a.day, a.executions, ${usd("a.gross")} AS gross,
    ${usd("a.model_cost")} AS model_cost, ${usd("a.fee")} AS fee, ${usd("a.revenue")} AS revenue) r
  WHERE ${AGENT} || ' ' || a.day > ${after} ORDER BY 1 ${limit}`;
