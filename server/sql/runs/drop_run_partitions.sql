-- Drops the partitions of a table whose month ended before `keep_from`, and returns how many. Only content can be
-- dropped: runs and model calls belong to the books. It runs with the rights of the tables' owner, because the
-- server's role owns nothing.
CREATE OR REPLACE FUNCTION drop_run_partitions(parent text, keep_from timestamptz) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  partition_name text;
  dropped integer := 0;
BEGIN
  IF parent NOT IN ('run_contents', 'run_events', 'model_call_contents') THEN
    RAISE EXCEPTION 'partitions of % are kept', parent USING ERRCODE = 'restrict_violation';
  END IF;
  FOR partition_name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass
      AND c.relname ~ ('^' || parent || '_\d{6}$')
      AND (to_timestamp(right(c.relname, 6), 'YYYYMM')::timestamp + interval '1 month') AT TIME ZONE 'UTC' <= keep_from
  LOOP
    EXECUTE format('DROP TABLE %I', partition_name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- Stoa's schema comes first and temporary tables come last, so that a caller cannot put another
-- table in place of Stoa's.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION drop_run_partitions(text, timestamptz) SECURITY DEFINER SET search_path = %I, pg_temp',
    current_schema());
END $$;
