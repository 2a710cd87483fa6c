-- Deletes the contents of ended runs of an account, with the files that they returned. The runs themselves are accounting records and stay.
CREATE OR REPLACE FUNCTION remove_run_contents(p_account_id text, p_run_ids text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  ended text[];
BEGIN
  SELECT array_agg(r.id) INTO ended FROM runs r
    WHERE r.id = ANY (p_run_ids) AND r.account_id = p_account_id AND r.ended_at IS NOT NULL;
  DELETE FROM run_contents c WHERE c.run_id = ANY (ended);
  DELETE FROM run_events e WHERE e.run_id = ANY (ended);
  DELETE FROM model_call_contents m WHERE m.run_id = ANY (ended);
  PERFORM remove_artifacts(ended);
END $$;
