-- Bytes that an account keeps: what its runs were given, answered and logged, by the month of the run. Rows of ended
-- runs are counted when their outbox rows are taken, many at a time. A month's row goes with its partitions.

CREATE TABLE run_storage (
  account_id text COLLATE "C" NOT NULL,
  month date NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- The content of all runs of this month up to this one was removed because the account's storage was full.
  removed_through text COLLATE "C",
  PRIMARY KEY (account_id, month)
);

-- What the content of a run takes on the disk, compressed as it is, with about 100 bytes for each row and its index
-- entry. pg_column_size does not read what is stored out of line.
CREATE FUNCTION run_content_bytes(p_run_id text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((
      SELECT 100 + coalesce(pg_column_size(c.task), 0) + pg_column_size(c.input) + coalesce(pg_column_size(c.output), 0)
        + coalesce(pg_column_size(c.error_detail), 0) + coalesce(pg_column_size(c.developer_detail), 0)
      FROM run_contents c WHERE c.run_id = p_run_id), 0)
    + coalesce((SELECT sum(100 + pg_column_size(e.payload)) FROM run_events e WHERE e.run_id = p_run_id), 0)
    + coalesce((SELECT sum(100 + pg_column_size(m.content)) FROM model_call_contents m WHERE m.run_id = p_run_id), 0)
$$;

-- What the workflows of an account remember from run to run.
CREATE FUNCTION workflow_value_bytes(p_account_id text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(octet_length(v.value)), 0)::bigint FROM workflow_values v WHERE v.account_id = p_account_id
$$;

-- What an account keeps in all.
CREATE FUNCTION stored_bytes(p_account_id text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(s.bytes) FROM run_storage s WHERE s.account_id = p_account_id), 0)::bigint
    + workflow_value_bytes(p_account_id)
$$;

-- Its plan is kept, and must not be one that reads a whole table because that was small when it was made.
CREATE FUNCTION count_run_storage() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO run_storage AS s (account_id, month, bytes)
  SELECT r.account_id, month_of(r.created_at), sum(run_content_bytes(r.id))
  FROM taken t JOIN runs r ON r.id = t.payload ->> 'run_id'
  WHERE t.topic = 'runs.statistics'
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, month) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_run_storage AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION count_run_storage();

-- Removes the content of an account's oldest ended runs until it keeps no more than p_target, at most p_runs at a
-- time, and returns how many. Runs, model calls and books stay. Runs that ended less than a minute ago are left: their
-- callers may not have read the answer, and they may not be counted yet. The account is told once a month.
CREATE FUNCTION remove_oldest_run_content(p_account_id text, p_limit bigint, p_target bigint, p_runs integer)
  RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  part run_storage;
  run record;
  excess bigint;
  freed bigint;
  removed integer := 0;
  -- Whether a run was left, so that removed_through stays before it.
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

-- What is kept already. Runs whose outbox row waits are counted when it is taken.
INSERT INTO run_storage (account_id, month, bytes)
  SELECT r.account_id, month_of(r.created_at), sum(run_content_bytes(r.id))
  FROM run_contents c JOIN runs r ON r.id = c.run_id
  WHERE r.ended_at IS NOT NULL
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.topic = 'runs.statistics' AND o.payload ->> 'run_id' = r.id)
  GROUP BY 1, 2;
