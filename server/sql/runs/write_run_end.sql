-- Writes the sealed contents of an ended run, and an outbox row with everything that counting needs, so that counting
-- reads no run. It is written in PL/pgSQL, which caches the plans of its statements; a function in SQL would plan them at every
-- call.
CREATE OR REPLACE FUNCTION write_run_end(run runs, p_output bytea, p_error_detail bytea, p_developer_detail bytea)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE run_contents c
    SET output = p_output, error_detail = p_error_detail, developer_detail = p_developer_detail
    WHERE c.run_id = run.id;
  INSERT INTO outbox (topic, payload) VALUES ('runs.statistics', jsonb_build_object(
    'run_id', run.id, 'account_id', run.account_id, 'agent_id', run.agent_id,
    'agent_name', run.agent_name, 'status', run.status, 'tokens', run.tokens_charged,
    'cost', run.cost, 'ms', run.execution_ms, 'ended_at', run.ended_at,
    'is_by_others', run.is_by_others, 'failed_by_agent', run_failed_by_agent(run),
    'has_end_occasion', run.end_occasion IS NOT NULL));
END $$;
