-- Records that the caller reads what the agent of an active run has logged. Returns false if the run has ended. In that
-- case the run's end determines whether the log may be read.
CREATE OR REPLACE FUNCTION note_log_read(p_run_id text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE runs SET log_read_at = now()
    WHERE id = p_run_id AND status IN ('queued', 'running') AND log_read_at IS NULL;
  RETURN FOUND OR EXISTS (SELECT FROM runs WHERE id = p_run_id AND status IN ('queued', 'running'));
END $$;
