-- Records that the caller of a run wants to be notified when it has completed, and notifies them now if it already
-- has. The end of a run locks the same row, so that exactly one of the two sees what the other wrote.
CREATE OR REPLACE FUNCTION notify_when_run_ends(_run text, _occasion text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  run runs;
BEGIN
  UPDATE runs r SET end_occasion = _occasion WHERE r.id = _run AND r.end_occasion IS NULL RETURNING r.* INTO run;
  IF run.status = 'completed' THEN
    PERFORM notify_of_finished_run(run.user_id, run.id, run.agent_id, run.agent_name, run.end_occasion);
  END IF;
END $$;
