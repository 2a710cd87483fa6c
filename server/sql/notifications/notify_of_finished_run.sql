-- Notifies the caller of a run that it has completed.
CREATE OR REPLACE FUNCTION notify_of_finished_run(run runs) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion)
  VALUES (run.user_id, 'run_finished',
    jsonb_build_object('run_id', run.id, 'agent_id', run.agent_id, 'agent_name', run.agent_name), run.end_occasion)
  ON CONFLICT (user_id, occasion) DO NOTHING;
END $$;
