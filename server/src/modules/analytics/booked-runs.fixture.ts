import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** An ended run that a test stores in runs, ledger and outbox. Money is in nano-USD. */
export interface EndedRun {
  agentId: number;
  accountId: string;
  developerAccountId: string;
  status: "completed" | "failed" | "timeout" | "cancelled";
  /** The execution time in milliseconds. */
  took: number;
  tokens: number;
  cost: bigint;
  modelCost?: bigint;
  sharePercent?: number;
  sponsorLimit?: bigint;
  version?: number;
  pricePerToken?: bigint;
  /** The run that started this one. */
  parentId?: string;
  /** When the run ended, in ISO 8601. The default is now. */
  endedAt?: string;
}

const BOOK = sql`
  CREATE FUNCTION book_run(r jsonb) RETURNS text LANGUAGE plpgsql AS $$
  DECLARE
    run runs;
    money transfers;
    at constant timestamptz := coalesce((r ->> 'endedAt')::timestamptz, now());
  BEGIN
    run.id := new_id('run');
    IF ledger_hold(r ->> 'accountId', run.id, (r ->> 'cost')::bigint, (r ->> 'cost')::bigint) IS NULL THEN
      RAISE EXCEPTION 'the balance of % carries no run', r ->> 'accountId';
    END IF;
    money := ledger_settle(run.id, (r ->> 'cost')::bigint, (r ->> 'modelCost')::bigint, r ->> 'developerAccountId',
      (r ->> 'sharePercent')::numeric, (r ->> 'sponsorLimit')::bigint, (r ->> 'agentId')::integer, 'An agent');
    INSERT INTO runs (id, created_at, ended_at, status, error_code, account_id, user_id, agent_id, agent_name, agent_type,
      version_id, version, price_per_token, share_percent, price_table_version, sponsor_limit, developer_account_id,
      pays, cap, timeout_seconds, parent_id, root_id, depth, node_id, epoch, input_tokens, tokens_metered,
      tokens_charged, cost, model_cost, fee, net, transfer_id, execution_ms)
    VALUES (run.id, at, at, r ->> 'status',
      CASE r ->> 'status' WHEN 'failed' THEN 'agent_failed' WHEN 'timeout' THEN 'agent_timeout' END, r ->> 'accountId', 'usr_test', (r ->> 'agentId')::integer, 'An agent',
      'stoa', 'ver_test', (r ->> 'version')::integer, (r ->> 'pricePerToken')::bigint, (r ->> 'sharePercent')::integer,
      'test', (r ->> 'sponsorLimit')::bigint, r ->> 'developerAccountId',
      CASE WHEN r ->> 'accountId' = r ->> 'developerAccountId' THEN 'model_cost' ELSE 'tokens' END,
      (r ->> 'cost')::bigint, 120, r ->> 'parentId', coalesce(r ->> 'parentId', run.id),
      (r ->> 'parentId' IS NOT NULL)::integer, 'node', 1, 0, (r ->> 'tokens')::bigint, (r ->> 'tokens')::bigint,
      (r ->> 'cost')::bigint, (r ->> 'modelCost')::bigint, money.fee, money.net, money.id, (r ->> 'took')::integer)
    RETURNING * INTO run;
    PERFORM write_run_end(run, NULL, NULL, NULL);
    UPDATE transfers SET created_at = at WHERE id = money.id;
    RETURN run.id;
  END $$`;

/** Lets a test give transfers past dates. `book_run` changes their time, which a trigger otherwise forbids. */
export async function allowOtherDays(db: Database): Promise<void> {
  await sql`ALTER TABLE transfers DISABLE TRIGGER transfers_immutable`.execute(db);
  // Failed runs notify the account that started them.
  await sql`INSERT INTO users (id, username) VALUES ('usr_test', 'usr_test')`.execute(db);
  await BOOK.execute(db);
}

/** Stores ended runs in order, in one transaction. @returns their ids. */
export async function bookRuns(db: Database, runs: readonly EndedRun[]): Promise<string[]> {
  const defaults = { modelCost: 0n, sharePercent: 70, sponsorLimit: 0n, version: 1, pricePerToken: 0n };
  const json = JSON.stringify(
    runs.map((run) => ({ ...defaults, ...run })),
    (_key, value: unknown) => (typeof value === "bigint" ? value.toString() : value),
  );
  const { rows } = await sql<{ id: string }>`
    SELECT book_run(r.run) AS id FROM jsonb_array_elements(${json}::jsonb) WITH ORDINALITY r (run, place)
    ORDER BY r.place`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the UTC date that was `days` days ago, and a moment on that day. */
export function dayAgo(days: number, time = "12:00:00.000"): { date: string; at: string } {
  const date = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  return { date, at: `${date}T${time}Z` };
}
