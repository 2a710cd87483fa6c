-- Shows the files that completed runs returned to their callers, and keeps them p_days days. Without p_run_id, publishes those
-- of all completed runs, for servers that ended between the end of a run and this call.
CREATE OR REPLACE FUNCTION publish_artifacts(p_run_id text, p_days integer) RETURNS void LANGUAGE sql AS $$
  UPDATE files f SET state = 'stored', expires_at = now() + make_interval(days => p_days)
  WHERE f.state = 'returned' AND (p_run_id IS NULL OR f.run_id = p_run_id)
    AND EXISTS (SELECT FROM run_texts r WHERE r.run_id = f.run_id AND r.status = 'completed')
$$;
