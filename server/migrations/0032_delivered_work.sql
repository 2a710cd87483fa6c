-- Delivered work is paid: runs that another run started are charged when they end, whatever becomes of the run that
-- called them; a run that was cancelled or ran out of time is charged once its caller has something of it.

-- When the caller of a live run first read what its agent logged, over another node or in the trace. A caller who
-- follows the run on its own node is known to that node, so most runs never write this.
ALTER TABLE runs ADD COLUMN log_read_at timestamptz;

-- A failed run costs nothing. One that was stopped, by its caller or by its time limit, may have delivered.
ALTER TABLE runs DROP CONSTRAINT runs_check3;
ALTER TABLE runs ADD CONSTRAINT runs_failed_is_free
  CHECK (cost = 0 OR status IN ('completed', 'cancelled', 'timeout'));

-- Notes that the caller reads what the agent of a live run has logged. Returns false when the run has ended: its end
-- then says whether the log may be read.
CREATE FUNCTION note_log_read(p_run_id text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE runs SET log_read_at = now()
    WHERE id = p_run_id AND status IN ('queued', 'running') AND log_read_at IS NULL;
  RETURN FOUND OR EXISTS (SELECT FROM runs WHERE id = p_run_id AND status IN ('queued', 'running'));
END $$;

-- Moves a part of a live hold into a hold of its own, for a run that was called and ends now. The cap of the first
-- hold falls by the same amount, so that a run and all that it called never cost more than that cap. The payer's wallet
-- holds as much as before, and counts as much towards its spending limits.
CREATE OR REPLACE FUNCTION ledger_divide_hold(_from text, _run text, _amount bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_from, NULL);
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _from USING ERRCODE = 'LG002';
  END IF;
  IF _amount < 0 OR _amount > hold.amount THEN
    RAISE EXCEPTION 'run % holds % and cannot pay % of run %', _from, hold.amount, _amount, _run
      USING ERRCODE = 'LG003';
  END IF;
  UPDATE holds SET amount = amount - _amount, cap = cap - _amount WHERE run_id = _from;
  INSERT INTO holds (run_id, account_id, amount, cap, counts_on, api_key_id)
    VALUES (_run, hold.account_id, _amount, _amount, hold.counts_on, hold.api_key_id);
END $$;

-- Gives a live hold back a part of the cap that ledger_divide_hold took, as the run that it was for cost less.
CREATE FUNCTION ledger_raise_cap(_run text, _amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE holds SET cap = cap + _amount WHERE run_id = _run AND state = 'live';
END $$;

-- As before, with p_is_delivered: whether the caller has something of a run that was cancelled or ran out of time. If
-- not, it costs nothing unless its log was read. A developer sponsors what a caller pays for, and a run that completed.
-- Returns what was charged, as only the database knows who read.
DROP FUNCTION settle_run(text, bigint, text, text, text, bigint, bigint, bigint, bigint, integer, integer, json, text,
  text, json);
CREATE FUNCTION settle_run(
  p_run_id text, p_epoch bigint, p_status text, p_stop_reason text, p_error_code text,
  p_tokens_metered bigint, p_tokens_charged bigint, p_cost bigint, p_model_cost bigint, p_is_delivered boolean,
  p_execution_ms integer, p_last_seq integer,
  p_output json, p_error_detail text, p_developer_detail text, p_events json
) RETURNS TABLE (created_at timestamptz, ended_at timestamptz, tokens_charged bigint, cost bigint,
    model_cost_borne bigint, fee bigint, net bigint)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  run runs;
  money transfers;
BEGIN
  SELECT * INTO run FROM runs r WHERE r.id = p_run_id AND r.epoch = p_epoch AND r.status IN ('queued', 'running')
    AND EXISTS (SELECT FROM nodes n WHERE n.id = r.node_id AND n.epoch = p_epoch);
  IF FOUND THEN
    IF NOT p_is_delivered THEN
      -- Nobody begins to read from here on. Wallets before the run, as the end of an abandoned run locks them.
      PERFORM ledger_lock_wallets(
        ARRAY[run.account_id, CASE WHEN run.sponsor_limit > 0 THEN run.developer_account_id END]);
      SELECT * INTO run FROM runs r WHERE r.id = p_run_id FOR UPDATE;
      IF run.log_read_at IS NULL THEN
        p_tokens_charged := 0;
        p_cost := 0;
      END IF;
    END IF;
    money := ledger_settle(p_run_id, p_cost, p_model_cost, run.developer_account_id, run.share_percent,
      CASE WHEN p_status = 'completed' OR p_tokens_charged > 0 THEN run.sponsor_limit ELSE 0 END,
      run.agent_id, run.agent_name);
    UPDATE runs r SET
      status = p_status, stop_reason = p_stop_reason, error_code = p_error_code, ended_at = now(),
      tokens_metered = p_tokens_metered, tokens_charged = p_tokens_charged, cost = p_cost,
      model_cost = p_model_cost, model_cost_borne = p_cost - money.fee - money.net,
      fee = money.fee, net = money.net, transfer_id = money.id,
      execution_ms = p_execution_ms, last_seq = p_last_seq
    WHERE r.id = p_run_id AND r.epoch = p_epoch AND r.status IN ('queued', 'running')
    RETURNING * INTO run;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not of epoch % (any more)', p_run_id, p_epoch USING ERRCODE = 'RN001';
  END IF;
  PERFORM write_run_end(run, p_output, p_error_detail, p_developer_detail);
  IF p_events IS NOT NULL THEN
    PERFORM append_run_events(p_run_id, p_events);
  END IF;
  created_at := run.created_at;
  ended_at := run.ended_at;
  tokens_charged := run.tokens_charged;
  cost := run.cost;
  model_cost_borne := run.model_cost_borne;
  fee := run.fee;
  net := run.net;
  RETURN NEXT;
END $$;
