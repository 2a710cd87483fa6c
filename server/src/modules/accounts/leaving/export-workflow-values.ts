import { sql } from "kysely";
import type { ExportQuery } from "./export-query.ts";

const CURSOR = sql`lpad(v.agent_id::text, 10, '0') || ' ' || v.kind || ' ' || v.key`;

/** What workflows have kept for the account. */
export const exportWorkflowValues: ExportQuery = ({ accountId }, after, limit) => sql`
  SELECT ${CURSOR} COLLATE "C" AS cursor, row_to_json(r)::text AS row
  FROM workflow_values v, LATERAL (SELECT v.agent_id, v.kind, v.key, v.value, v.updated_at) r
  WHERE v.account_id = ${accountId} AND ${CURSOR} COLLATE "C" > ${after} ORDER BY 1 ${limit}`;
