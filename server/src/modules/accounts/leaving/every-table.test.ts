import { expect, test } from "vitest";
import { useTestDatabase } from "../../../../../tests/harness/database.ts";
import { BOOKKEEPING_TABLES } from "../../../platform/db/schema/schema-state.ts";

const database = useTestDatabase();

/**
 * What becomes of each table when a person leaves, and why it is not in their export where it is not. If you add a
 * table, say it here, and do it in the personal-data.ts of its module and in export-store.ts.
 */
const TABLES: Record<string, string> = {
  account_erasures: "written at leaving, removed when all is gone",
  accounts: "kept: ids that the books name; exported with the user",
  agent_day_users: "kept: ids that make a count, gone after 400 days",
  agent_embeddings: "erased with the agents; made from their exported texts",
  agent_first_earnings: "kept: names agents and runs by id alone",
  agent_last_users: "kept: ids that make a count, gone after 400 days",
  agent_price_rises: "kept with the agents; prices are exported",
  agent_prices: "kept: books name them; exported",
  agent_revenue_days: "kept: books; exported",
  agent_reviews: "texts and replies erased; exported",
  agent_run_days: "kept: figures of an agent, of all its callers",
  agent_run_times: "kept: figures of an agent, of all its callers",
  agent_stats: "kept: figures of an agent, of all its callers",
  agent_versions: "withdrawn: versions are immutable and served to nobody; exported",
  agents: "withdrawn, their texts erased; exported",
  api_keys: "erased; exported without the keys",
  audit_log: "kept: what operators do must not vanish; names accounts by id; exported",
  connector_grants: "erased; exported",
  connectors: "erased; exported without credentials",
  favourites: "erased; exported",
  holds: "kept: books; runs are exported",
  idempotency_keys: "erased; gone after a day, so not exported",
  ledger_accounts: "kept: books; balances are exported as credits and movements",
  ledger_watermark: "of nobody",
  mailed_links: "erased; gone within a day, so not exported",
  memberships: "kept: ids; exported with the user",
  model_call_contents: "erased; exported with the runs",
  model_calls: "kept: books of what models cost; exported with the runs",
  nodes: "of nobody",
  notification_settings: "erased; exported",
  notifications: "erased; exported",
  outbox: "gone within a minute",
  plan_periods: "kept: credits that were granted; exported as credits",
  postings: "kept: books; exported as movements",
  provider_identities: "erased; exported",
  provider_sign_ins: "erased; gone within minutes",
  rate_limits: "gone within a day",
  rate_windows: "gone within minutes",
  review_reports: "reasons erased; exported",
  run_agent_figures: "kept: figures of an agent, of all its callers",
  run_agent_users: "kept: ids that make a count",
  run_contents: "erased; exported with the runs",
  run_events: "erased; exported with the runs",
  run_settings: "erased; exported",
  run_shares: "erased; exported with the runs",
  run_stats_hourly: "kept: figures by id; made from exported runs",
  run_storage: "erased; a count of bytes, so not exported",
  run_waits: "erased; gone with the runs, within minutes",
  runs: "kept: books name them; exported",
  schedule_times: "erased with the schedules; exported",
  schedules: "erased; exported",
  sealed_secrets: "of the installation",
  search_documents: "erased; made from exported texts",
  search_words: "of nobody: words of all agents' names, tags and descriptions",
  sessions: "erased; exported without the tokens",
  sign_in_tries: "hashes alone; gone within an hour, or 30 days for networks that an account uses",
  spending_days: "erased; exported",
  spending_limits: "erased; exported",
  starting_credit_claims: "kept: keyed hashes of mailboxes, so that starting credits come once; names nobody",
  subscriptions: "ended; exported",
  transfers: "kept: books; exported as movements",
  user_identities: "erased; exported with the user, without the password",
  users: "the name erased; exported",
  wallet_lots: "kept: books; exported as credits",
  wallet_months: "kept: books; exported as statements",
  wallets: "kept: books; exported as credits",
  webhook_attempts: "erased; exported with the deliveries",
  webhook_deliveries: "erased; exported",
  webhook_endpoints: "erased; exported without the secrets",
  webhook_events: "erased; exported with the deliveries",
  workflow_values: "erased; exported",
};

test("of each table it is said what becomes of it when a person leaves", async () => {
  const { rows } = await database().pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL ($1)
     ORDER BY c.relname COLLATE "C"`,
    [BOOKKEEPING_TABLES],
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(TABLES));
});
