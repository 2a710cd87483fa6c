-- Ends a run that no node executes: its epoch is gone, or its epoch is p_epoch and the node has lost track of it. It
-- costs its caller nothing, and its model calls are the platform's loss, because the platform and not the agent failed.
-- Its idempotency key can be used again. Raises RN001 if the run has ended or a node executes it.
CREATE OR REPLACE FUNCTION fail_abandoned_run(p_run_id text, p_epoch bigint, p_error_detail bytea) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  run runs;
  money transfers;
  spent bigint;
BEGIN
  SELECT * INTO run FROM runs r WHERE r.id = p_run_id AND r.status IN ('queued', 'running')
    AND (r.epoch = p_epoch OR NOT EXISTS (SELECT FROM nodes n WHERE n.id = r.node_id AND n.epoch = r.epoch));
  IF FOUND THEN
    spent := coalesce((SELECT sum(c.cost) FROM model_calls c WHERE c.run_id = p_run_id), 0);
    IF run.depth > 0 THEN
      PERFORM ledger_hold_nothing(run.account_id, p_run_id);
    END IF;
    money := ledger_settle(p_run_id, 0, spent, run.developer_account_id, run.share_percent, 0,
      run.agent_id, run.agent_name);
    UPDATE runs r SET
      status = 'failed', stop_reason = 'error', error_code = 'internal', ended_at = now(),
      model_cost = spent, transfer_id = money.id,
      execution_ms = least(extract(epoch FROM now() - r.created_at) * 1000, 2147483647)::integer,
      last_seq = coalesce((SELECT max(seq) FROM run_events e WHERE e.run_id = r.id), 0)
    WHERE r.id = p_run_id AND r.status IN ('queued', 'running')
    RETURNING * INTO run;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % has ended or is carried', p_run_id USING ERRCODE = 'RN001';
  END IF;
  PERFORM free_idempotency_key(run.account_id, p_run_id);
  PERFORM write_run_end(run, NULL, p_error_detail, NULL);
END $$;
