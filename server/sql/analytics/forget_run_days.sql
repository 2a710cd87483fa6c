-- Removes days that no range can include anymore, at most `batch` rows of each table. Returns how
-- many rows were removed.
CREATE OR REPLACE FUNCTION forget_run_days(before date, batch integer) RETURNS bigint LANGUAGE sql AS $$
  WITH times AS (
    DELETE FROM agent_run_times WHERE ctid IN
      (SELECT ctid FROM agent_run_times WHERE day < before LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1
  ), day_users AS (
    DELETE FROM agent_day_users WHERE ctid IN
      (SELECT ctid FROM agent_day_users WHERE day < before LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1
  ), last_users AS (
    DELETE FROM agent_last_users WHERE ctid IN
      (SELECT ctid FROM agent_last_users WHERE last_day < before LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1
  )
  SELECT (SELECT count(*) FROM times) + (SELECT count(*) FROM day_users) + (SELECT count(*) FROM last_users)
$$;
