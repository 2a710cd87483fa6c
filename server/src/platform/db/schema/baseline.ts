/**
 * The migrations that created the same tables before the baseline replaced them. A database or backup with exactly
 * these migrations is equivalent to a database that the baseline created.
 */
export const NAMES_BEFORE_BASELINE: readonly string[] = [
  "0001_accounts",
  "0002_ledger",
  "0002_ledger_credits",
  "0002_ledger_reversal",
  "0002_ledger_roll_up",
  "0002_ledger_runs",
  "0002_ledger_verification",
  "0003_catalog",
  "0004_runs",
  "0005_connectors",
  "0006_run_steps",
  "0007_runnable_agent",
  "0008_run_traces",
  "0009_connector_usage",
  "0010_connector_calls",
  "0011_called_runs",
  "0012_notifications",
  "0013_reviews",
  "0014_versions",
  "0015_keys",
  "0016_recommendations",
  "0017_rate_limits",
  "0018_version_parts",
  "0019_webhooks",
  "0020_schedules",
  "0021_sign_in",
  "0022_analytics",
  "0022_statements",
  "0023_operator",
  "0024_async_runs",
  "0025_webhooks_given_up",
  "0026_favourites",
  "0027_workflow_values",
  "0028_node_events",
  "0029_chosen_servers",
  "0030_run_waits",
  "0031_sign_in_tries",
  "0031_visibility",
  "0032_archived_agents",
  "0032_delivered_work",
  "0033_server_role",
  "0034_retries_after_a_crash",
  "0035_starting_credits",
  "0036_key_scopes",
  "0037_models_of_agents",
  "0038_provider_failures",
  "0039_unconfirmed_runs",
  "0040_public_figures",
  "0041_paused_agents",
  "0042_run_storage",
  "0043_failure_charges",
  "0044_notices_of_trouble",
  "0045_models_in_lists",
];

/** The last commit whose migrations bring an older database to the state of the baseline. */
const LAST_COMMIT_BEFORE_BASELINE = "8cad67be";

const BASELINE = /^\d{4}_baseline_/;

/**
 * The error for a database or backup whose schema does not fit this version of Stoa. Its message is
 * for the operator.
 */
export class SchemaVersionError extends Error {
  override readonly name = "SchemaVersionError";
}

/**
 * Returns the names of the applied migrations as this version knows them: migrations from before the baseline appear
 * as the baseline.
 * @param known all migrations of this version
 * @throws SchemaVersionError for a database that has only some of the migrations before the baseline
 */
export function toCurrentNames(applied: readonly string[], known: readonly string[]): string[] {
  if (!applied.some((name) => NAMES_BEFORE_BASELINE.includes(name))) return [...applied];
  const isComplete =
    applied.length === NAMES_BEFORE_BASELINE.length &&
    NAMES_BEFORE_BASELINE.every((name) => applied.includes(name));
  if (isComplete) return known.filter((name) => BASELINE.test(name));
  throw new SchemaVersionError(
    `This data was last used by an early version of Stoa (migration ${applied.at(-1)}) and cannot be migrated by this version directly. ` +
      `Run \`git checkout ${LAST_COMMIT_BEFORE_BASELINE}\` and start the server once, then return to this version. If you do not need the data, use a new STOA_HOME or an empty database instead.`,
  );
}
