-- Frees the idempotency key of a run, so that a retry with the same key starts a new run.
CREATE OR REPLACE FUNCTION free_idempotency_key(_account text, _run text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM idempotency_keys WHERE account_id = _account AND route = 'run' AND run_id = _run;
$$;
