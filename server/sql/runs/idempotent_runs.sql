-- Lists the run that each idempotency key started.
CREATE OR REPLACE VIEW idempotent_runs AS
  SELECT account_id, route, key, run_id FROM idempotency_keys;
