-- What a run without `max_cost` costs at most, in nano-USD. Null: the account has not changed what the contract says.
ALTER TABLE accounts ADD COLUMN unconfirmed_run_limit bigint CHECK (unconfirmed_run_limit >= 0);

-- Whose limit a run's cap is. Runs from before knew no other than the agent's and the request's.
ALTER TABLE runs ADD COLUMN cap_set_by text NOT NULL DEFAULT 'agent'
  CHECK (cap_set_by IN ('agent', 'request', 'account', 'spending_limit'));

-- As before, and says whose limit the cap is.
CREATE OR REPLACE FUNCTION insert_run(run runs, p_task text, p_input json) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO runs (
    id, account_id, user_id, agent_id, agent_name, agent_type, version_id, version, price_per_token,
    share_percent, price_table_version, sponsor_limit, developer_account_id, pays, cap, cap_set_by, timeout_seconds,
    parent_id, root_id, depth, node_id, epoch, input_tokens, api_key_id)
  SELECT
    run.id, run.account_id, run.user_id, run.agent_id, run.agent_name, run.agent_type, run.version_id,
    run.version, run.price_per_token, run.share_percent, run.price_table_version, run.sponsor_limit,
    run.developer_account_id, run.pays, run.cap, coalesce(run.cap_set_by, 'agent'), run.timeout_seconds,
    run.parent_id, coalesce(run.root_id, run.id), coalesce(run.depth, 0), run.node_id, run.epoch,
    run.input_tokens, run.api_key_id
  WHERE EXISTS (SELECT FROM nodes n WHERE n.id = run.node_id AND n.epoch = run.epoch);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'node % has lost epoch %', run.node_id, run.epoch USING ERRCODE = 'RN001';
  END IF;
  INSERT INTO run_contents (run_id, account_id, task, input)
    VALUES (run.id, run.account_id, p_task, p_input);
END $$;

-- A cap is only ever lowered by what a spending limit leaves.
CREATE FUNCTION note_cap_cut() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.cap_set_by := 'spending_limit';
  RETURN NEW;
END $$;
CREATE TRIGGER runs_note_cap_cut BEFORE UPDATE OF cap ON runs FOR EACH ROW
  WHEN (NEW.cap < OLD.cap) EXECUTE FUNCTION note_cap_cut();
