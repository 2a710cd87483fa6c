-- Runs that other runs start (reading 29a): paid out of the hold of the run at their root, booked with its end.

-- Small whatever the history: few runs are started by others.
CREATE INDEX runs_called ON runs (parent_id) WHERE parent_id IS NOT NULL;

-- The key that a run was started with; null for a session (0015 gives an account several).
ALTER TABLE runs ADD COLUMN api_key_id text COLLATE "C";

ALTER TABLE run_events DROP CONSTRAINT run_events_kind_check;
ALTER TABLE run_events ADD CONSTRAINT run_events_kind_check
  CHECK (kind IN ('output', 'log', 'progress', 'step', 'connector_call', 'agent_call', 'cost'));

-- Puts a part of a live hold aside as the hold of a run that it pays for, just before that run is settled. The
-- payer's wallet holds as much as before.
CREATE FUNCTION ledger_divide_hold(_from text, _run text, _amount bigint) RETURNS void LANGUAGE plpgsql AS $$
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
  UPDATE holds SET amount = amount - _amount WHERE run_id = _from;
  INSERT INTO holds (run_id, account_id, amount, cap) VALUES (_run, hold.account_id, _amount, _amount);
END $$;

-- Locks the wallets of all whom the end of a run and of those it called may charge, in the order in which every
-- transaction locks several: settling them one after another would lock them in the order of the runs.
CREATE FUNCTION ledger_lock_wallets(_accounts text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM wallets WHERE account_id = ANY (_accounts) ORDER BY account_id FOR UPDATE;
END $$;

-- Writes a run that begins, with what it was given. Its hold is its caller's affair.
CREATE FUNCTION insert_run(run runs, p_task text, p_input json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO runs (
    id, account_id, user_id, agent_id, agent_name, agent_type, version_id, version, price_per_token,
    share_percent, price_table_version, sponsor_limit, developer_account_id, pays, cap, timeout_seconds,
    parent_id, root_id, depth, node_id, epoch, input_tokens, api_key_id)
  SELECT
    run.id, run.account_id, run.user_id, run.agent_id, run.agent_name, run.agent_type, run.version_id,
    run.version, run.price_per_token, run.share_percent, run.price_table_version, run.sponsor_limit,
    run.developer_account_id, run.pays, run.cap, run.timeout_seconds,
    run.parent_id, coalesce(run.root_id, run.id), coalesce(run.depth, 0), run.node_id, run.epoch,
    run.input_tokens, run.api_key_id
  WHERE EXISTS (SELECT FROM nodes n WHERE n.id = run.node_id AND n.epoch = run.epoch);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'node % has lost epoch %', run.node_id, run.epoch USING ERRCODE = 'RN001';
  END IF;
  INSERT INTO run_contents (run_id, account_id, task, input)
    VALUES (run.id, run.account_id, p_task, p_input);
END $$;

-- Starts a run of another, which is live on the same node, and whose root's hold pays for it. No wallet is locked.
CREATE FUNCTION start_called_run(run runs, p_task text, p_input json) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM runs r WHERE r.id = run.parent_id AND r.root_id = run.root_id AND r.depth = run.depth - 1
    AND r.account_id = run.account_id AND r.epoch = run.epoch AND r.status IN ('queued', 'running');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not live on epoch %', run.parent_id, run.epoch USING ERRCODE = 'RN001';
  END IF;
  run.id := new_id('run');
  PERFORM insert_run(run, p_task, p_input);
  RETURN run.id;
END $$;

-- As before; a run that another started has no hold yet, so it ends with one of nothing.
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
  PERFORM write_run_end(run, NULL, p_error_detail, NULL);
END $$;
