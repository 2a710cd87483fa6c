import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** Creates an ended run whose outbox row has not been processed. @returns its ID */
export async function insertEndedRun(db: Database, accountId: string, depth = 0): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    WITH run AS (
      INSERT INTO runs (id, account_id, user_id, agent_id, agent_name, agent_type, version_id, version,
        price_per_token, share_percent, price_table_version, sponsor_limit, developer_account_id, pays, cap,
        timeout_seconds, root_id, depth, node_id, epoch, input_tokens, status, ended_at)
      VALUES (new_id('run'), ${accountId}, 'usr_1', 1, 'Echo', 'stoa', 'ver_1', 1, 1, 70, 'x', 0, 'acc_1', 'tokens', 10,
        60, 'run_1', ${depth}, 'node', 1, 1, 'completed', now())
      RETURNING *
    ), fact AS (
      INSERT INTO outbox (topic, payload) SELECT 'runs.statistics', jsonb_build_object('run_id', id,
        'account_id', account_id, 'agent_id', 1, 'agent_name', 'Echo', 'status', status, 'tokens', 1, 'cost', 0,
        'ms', 1, 'ended_at', ended_at) FROM run
    )
    SELECT id FROM run`.execute(db);
  return rows[0]?.id ?? "";
}
