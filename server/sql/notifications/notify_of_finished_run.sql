-- Notifies the caller of a run that it has completed.
CREATE OR REPLACE FUNCTION notify_of_finished_run(
  p_user_id text, p_run_id text, p_agent_id integer, p_agent_name text, p_occasion text
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion)
  VALUES (p_user_id, 'run_finished',
    jsonb_build_object('run_id', p_run_id, 'agent_id', p_agent_id, 'agent_name', p_agent_name), p_occasion)
  ON CONFLICT (user_id, occasion) DO NOTHING;
END $$;
