-- Writes a new run with its sealed task and input. The caller places its hold. Raises RN001 if the node has lost its
-- epoch.
CREATE OR REPLACE FUNCTION insert_run(run runs, p_task bytea, p_input bytea) RETURNS void LANGUAGE plpgsql AS $$
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
