-- A retry after a crash starts anew: the idempotency key of a run that ended because its server did is free again.
-- Keys are of an account and of an operation, which for runs is 'run', whichever path a request took.

UPDATE idempotency_keys k SET route = 'run'
  WHERE route = 'sdk' AND NOT EXISTS (
    SELECT FROM idempotency_keys o WHERE o.account_id = k.account_id AND o.route = 'run' AND o.key = k.key);

CREATE FUNCTION free_idempotency_key(_account text, _run text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM idempotency_keys WHERE account_id = _account AND route = 'run' AND run_id = _run;
$$;

-- A run that ended by a fault of ours, such as a server that was stopped, says so by this code.
CREATE FUNCTION free_key_after_our_fault() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM free_idempotency_key(NEW.account_id, NEW.id);
  RETURN NULL;
END $$;
CREATE TRIGGER runs_ended_by_us AFTER UPDATE OF status ON runs FOR EACH ROW
  WHEN (NEW.error_code = 'internal' AND NEW.depth = 0) EXECUTE FUNCTION free_key_after_our_fault();

-- As before; and the key that started the run is free again.
CREATE OR REPLACE FUNCTION fail_abandoned_run(p_run_id text, p_epoch bigint, p_error_detail text) RETURNS void
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
      INSERT INTO holds (run_id, account_id, amount, cap) VALUES (p_run_id, run.account_id, 0, 0)
        ON CONFLICT DO NOTHING;
    END IF;
    money := ledger_settle(p_run_id, 0, spent, run.developer_account_id, run.share_percent, 0,
      run.agent_id, run.agent_name);
    UPDATE runs r SET
      status = 'failed', stop_reason = 'error', error_code = 'agent_crashed', ended_at = now(),
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
