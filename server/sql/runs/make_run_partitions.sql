-- Creates the partitions of some months for all tables that are partitioned by run id. If the
-- default partition already has rows of a month, that month stays there. Every node calls it at
-- start and every hour. A migration does not, because a schema must not depend on the day. It runs
-- with the rights of the tables' owner, because the server's role owns nothing.
CREATE OR REPLACE FUNCTION make_run_partitions(first_month date, months integer) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  starts timestamptz;
BEGIN
  FOR n IN 0 .. months - 1 LOOP
    starts := (date_trunc('month', first_month) + make_interval(months => n))::timestamp AT TIME ZONE 'UTC';
    FOREACH parent IN ARRAY ARRAY['runs', 'run_contents', 'run_events', 'model_calls', 'model_call_contents'] LOOP
      BEGIN
        EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          parent || '_' || to_char(starts AT TIME ZONE 'UTC', 'YYYYMM'), parent,
          run_id_at(starts), run_id_at((starts AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC'));
      EXCEPTION WHEN check_violation THEN
        RAISE NOTICE 'rows of % are in the default partition of %', starts, parent;
      END;
    END LOOP;
  END LOOP;
END $$;

-- Stoa's schema comes first and temporary tables come last, so that a caller cannot put another
-- table in place of Stoa's.
DO $$
BEGIN
  EXECUTE format('ALTER FUNCTION make_run_partitions(date, integer) SECURITY DEFINER SET search_path = %I, pg_temp',
    current_schema());
END $$;
