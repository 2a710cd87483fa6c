-- Lists runs as their callers see them, without their contents: the outcome, the charge and its recipients, the models
-- used and the child runs. Amounts are nano-USD.
CREATE OR REPLACE VIEW presented_runs AS
SELECT r.id, r.account_id, r.created_at, r.ended_at, r.status, r.stop_reason, r.error_code, r.agent_id, r.agent_name,
  r.agent_type, r.version, r.price_per_token, r.cap, r.cap_set_by, r.tokens_metered, r.tokens_charged, r.cost,
  r.failure_charge, r.model_cost_borne, r.fee, r.net, r.execution_ms, r.last_seq, sum_run_models(r.id) AS models,
  list_called_runs(r.id) AS called
FROM runs r;
