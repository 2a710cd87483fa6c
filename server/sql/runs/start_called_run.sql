-- Starts a run that another run calls. The calling run is active on the same node, and the hold of the root run pays
-- for it. No wallet is locked. Raises RN001.
CREATE OR REPLACE FUNCTION start_called_run(run runs, p_task bytea, p_input bytea) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM runs r WHERE r.id = run.parent_id AND r.root_id = run.root_id AND r.depth = run.depth - 1
    AND r.account_id = run.account_id AND r.epoch = run.epoch AND r.status IN ('queued', 'running');
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not live on epoch %', run.parent_id, run.epoch USING ERRCODE = 'RN001';
  END IF;
  PERFORM insert_run(run, p_task, p_input);
END $$;
