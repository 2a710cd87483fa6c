import { AccountExport } from "@stoa/contract";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { BOOKKEEPING_TABLES } from "../../../platform/db/schema/schema-state.ts";
import { listPersonalData } from "../../../startup/personal-data.ts";

const database = useTestDatabase();

/**
 * The effect of account deletion on each table. If you add a table, add it here, and handle it in the personal-data.ts
 * of its module.
 */
const DELETION: Record<string, string> = {
  account_erasures: "written when the deletion begins, removed when it has finished",
  accounts: "kept: accounting records contain its ids",
  agent_archives: "erased",
  agent_day_users: "kept: ids for counting users, removed after 400 days",
  agent_embeddings: "erased with the agents",
  agent_first_earnings: "kept: names agents and runs only by id",
  agent_last_users: "kept: ids for counting users, removed after 400 days",
  agent_price_rises: "kept with the agents",
  agent_prices: "kept: accounting records refer to them",
  agent_revenue_days: "kept: accounting records",
  agent_reviews: "review text and replies erased",
  agent_run_days: "kept: an agent's figures for all callers together",
  agent_run_times: "kept: an agent's figures for all callers together",
  agent_secrets: "erased",
  agent_stats: "kept: an agent's figures for all callers together",
  agent_versions: "withdrawn: versions are immutable, and nobody can read them anymore",
  agents: "withdrawn, with everything that the developer wrote erased",
  api_keys: "erased",
  audit_log: "kept: the actions of operators must not vanish; names accounts by id",
  connector_grants: "erased",
  connectors: "erased",
  conversation_links: "erased with the conversations",
  conversation_turns: "erased with the conversations",
  conversations: "erased",
  device_logins: "erased",
  favourites: "erased",
  file_parts: "erased with the files",
  file_removals: "random keys of contents, removed with the contents within minutes",
  file_storage_folder: "has no personal data",
  file_usage: "erased",
  files: "erased, with their contents",
  holds: "kept: accounting records",
  host_grants: "erased",
  idempotency_keys: "erased",
  ledger_accounts: "kept: accounting records",
  ledger_watermark: "has no personal data",
  mailed_links: "erased",
  memberships: "kept: ids",
  model_call_contents: "erased",
  model_calls: "kept: accounting records of model costs",
  nodes: "has no personal data",
  notification_settings: "erased",
  notifications: "erased",
  outbox: "removed within a minute",
  package_locks: "has no personal data",
  plan_periods: "kept: credits that were granted",
  postings: "kept: accounting records",
  provider_identities: "erased",
  provider_sign_ins: "erased",
  rate_limits: "removed within a day",
  rate_windows: "removed within minutes",
  remembered_stores: "erased",
  remembered_values: "erased with the stores",
  review_reports: "reasons erased",
  run_agent_figures: "kept: an agent's figures for all callers together",
  run_agent_users: "kept: ids for counting users",
  run_contents: "erased",
  run_events: "erased",
  run_settings: "erased",
  run_shares: "erased",
  run_stats_hourly: "kept: figures by id",
  run_storage: "erased",
  run_waits: "erased",
  runs: "kept: accounting records refer to them",
  schedule_times: "erased with the schedules",
  schedules: "erased",
  sealed_secrets: "has no personal data: belongs to the installation",
  search_documents: "erased",
  search_words: "has no personal data: words of all agents' names, tags and descriptions",
  sessions: "erased",
  sign_in_tries: "only hashes; removed within an hour, or 30 days for networks that an account uses",
  spending_days: "erased",
  spending_limits: "erased",
  starting_credit_claims:
    "kept: keyed hashes of mailboxes, so that starting credits are granted once; names nobody",
  subscriptions: "ended",
  transfers: "kept: accounting records",
  user_identities: "erased",
  users: "the name erased",
  wallet_lots: "kept: accounting records",
  wallet_months: "kept: accounting records",
  wallets: "kept: accounting records",
  webhook_attempts: "erased",
  webhook_deliveries: "erased",
  webhook_endpoints: "erased",
  webhook_events: "erased",
  workflow_values: "erased",
};

/** Tables that the export of an account does not read, with the reasons. The export reads every other table. */
const NOT_EXPORTED: Record<string, string> = {
  account_erasures: "exists only after the account has been deleted",
  agent_day_users: "figures for developers, derived from exported runs",
  agent_embeddings: "derived from exported agents",
  agent_first_earnings: "remembers which notification was sent",
  agent_last_users: "figures for developers, derived from exported runs",
  agent_price_rises: "derived from the exported prices",
  agent_run_days: "an agent's figures for all callers together",
  agent_run_times: "an agent's figures for all callers together",
  agent_secrets: "secrets for other services, which are never shown again",
  agent_stats: "an agent's figures for all callers together",
  device_logins: "hashes of secrets; removed within minutes",
  file_parts: "parts of incomplete uploads, which are exported",
  file_removals: "random keys of contents of deleted files; removed within minutes",
  file_storage_folder: "has no personal data",
  file_usage: "a count of bytes, derived from exported files",
  holds: "money that active runs hold, for minutes; runs are exported",
  idempotency_keys: "removed after a day",
  ledger_accounts: "ids of balances; exported as credits and movements",
  mailed_links: "hashes of secrets; removed within a day",
  nodes: "has no personal data",
  outbox: "removed within a minute",
  package_locks: "has no personal data",
  plan_periods: "derived: which month's credits were granted; exported as credits",
  provider_sign_ins: "secrets of a sign-in; removed within minutes",
  rate_limits: "counters; removed within a day",
  rate_windows: "counters; removed within minutes",
  run_agent_figures: "an agent's figures for all callers together",
  run_agent_users: "ids for counting users",
  run_stats_hourly: "figures, derived from exported runs",
  run_storage: "a count of bytes, derived from exported runs",
  run_waits: "pending waits of runs, for minutes; runs are exported",
  sealed_secrets: "has no personal data: belongs to the installation",
  search_documents: "derived from exported agents",
  search_words: "has no personal data: words of all agents' names, tags and descriptions",
  sign_in_tries: "hashes alone, removed within an hour or 30 days",
  starting_credit_claims: "keyed hashes of mailboxes, which name nobody",
  wallet_months: "derived from the exported movements",
};

const PERSONAL_DATA = listPersonalData();

async function listTables(): Promise<string[]> {
  const { rows } = await database().pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL ($1)
     ORDER BY c.relname COLLATE "C"`,
    [BOOKKEEPING_TABLES],
  );
  return rows.map(({ name }) => name);
}

/**
 * Returns the tables that the export queries read according to their query plans, including tables behind views and
 * partitions.
 */
async function listExportedTables(): Promise<Set<string>> {
  const subject = { userId: "usr_1", accountId: "acc_1" };
  const relations = new Set<string>();
  for (const { select } of PERSONAL_DATA.flatMap((data) => data.export)) {
    const query = select(subject, "", sql`LIMIT 1`);
    const { rows } = await sql<{
      "QUERY PLAN": unknown;
    }>`EXPLAIN (FORMAT JSON) ${query}`.execute(database().db);
    for (const [, name = ""] of JSON.stringify(rows).matchAll(/"Relation Name":"(\w+)"/g))
      relations.add(name);
  }
  const { rows } = await database().pool.query<{ name: string }>(
    `SELECT DISTINCT coalesce(p.relname, c.relname) AS name FROM pg_class c
     LEFT JOIN pg_inherits i ON i.inhrelid = c.oid LEFT JOIN pg_class p ON p.oid = i.inhparent
     WHERE c.relname = ANY ($1)`,
    [[...relations]],
  );
  return new Set(rows.map(({ name }) => name));
}

test("states what account deletion does to each table", async () => {
  expect(await listTables()).toEqual(Object.keys(DELETION));
});

test("exports each table, or states why it does not", async () => {
  const exported = await listExportedTables();
  const missing = (await listTables()).filter((table) => !exported.has(table));
  expect(missing).toEqual(Object.keys(NOT_EXPORTED));
});

test("exports exactly the lists that the contract names, each from one module", () => {
  const sections = PERSONAL_DATA.flatMap((data) => data.export).map(({ name }) => name);
  const { format: _format, exported_at: _exportedAt, ...lists } = AccountExport.shape;
  expect(sections.toSorted()).toEqual(Object.keys(lists).toSorted());
});
