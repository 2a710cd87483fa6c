-- Removes the content of an account's oldest ended runs until it stores no more than p_target bytes, at most p_runs
-- runs at a time, and returns how many. Runs, model calls and accounting records stay. Runs that ended less than a
-- minute ago are kept: their callers might not have read the reply yet, and their bytes might not be counted yet. The
-- account is notified once per month.
CREATE OR REPLACE FUNCTION remove_oldest_run_content(p_account_id text, p_limit bigint, p_target bigint, p_runs integer)
  RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  part run_storage;
  run record;
  excess bigint;
  freed bigint;
  removed integer := 0;
  -- Whether a run was skipped, so that removed_through stays before it.
  is_left boolean;
BEGIN
  PERFORM FROM run_storage WHERE account_id = p_account_id ORDER BY month FOR UPDATE;
  excess := stored_bytes(p_account_id) - p_target;
  FOR part IN SELECT * FROM run_storage WHERE account_id = p_account_id AND bytes > 0 ORDER BY month LOOP
    EXIT WHEN excess <= 0 OR removed >= p_runs;
    is_left := false;
    FOR run IN
      SELECT r.id, r.ended_at < now() - interval '1 minute' AS may_go FROM runs r
      WHERE r.account_id = p_account_id
        AND r.id > coalesce(part.removed_through, run_id_at(part.month::timestamp AT TIME ZONE 'UTC'))
        AND r.id < run_id_at((part.month + interval '1 month') AT TIME ZONE 'UTC')
      ORDER BY r.id
    LOOP
      EXIT WHEN excess <= 0 OR removed >= p_runs;
      IF run.may_go THEN
        freed := run_content_bytes(run.id);
        IF freed > 0 THEN
          DELETE FROM run_contents WHERE run_id = run.id;
          DELETE FROM run_events WHERE run_id = run.id;
          DELETE FROM model_call_contents WHERE run_id = run.id;
          removed := removed + 1;
          excess := excess - freed;
          part.bytes := greatest(part.bytes - freed, 0);
        END IF;
      ELSE
        is_left := true;
      END IF;
      IF NOT is_left THEN
        part.removed_through := run.id;
      END IF;
    END LOOP;
    UPDATE run_storage SET bytes = part.bytes, removed_through = part.removed_through
      WHERE account_id = p_account_id AND month = part.month;
  END LOOP;
  IF removed > 0 THEN
    PERFORM notify_account(p_account_id, 'storage_full', jsonb_build_object('limit_bytes', p_limit),
      'storage_full:' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'));
  END IF;
  RETURN removed;
END $$;
