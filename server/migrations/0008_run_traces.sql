-- Traces: what models were asked and answered, where the run's owner keeps it, and runs that their callers share
-- with the agents' developers.

-- What an account wants to be kept of its runs; no row: nothing beyond the usual.
CREATE TABLE run_settings (
  account_id text COLLATE "C" PRIMARY KEY,
  keep_model_content boolean NOT NULL
);

-- Apart from model_calls, which are books and stay: this is content and goes with run_contents. json keeps every
-- text that a model may write, NUL escapes included.
CREATE TABLE model_call_contents (
  run_id text COLLATE "C" NOT NULL,
  call_id text COLLATE "C" NOT NULL,
  content json NOT NULL,
  PRIMARY KEY (run_id, call_id)
) PARTITION BY RANGE (run_id);
CREATE TABLE model_call_contents_other PARTITION OF model_call_contents DEFAULT;

-- Runs whose contents the agent's developer may read. A row of its own: nothing but its start and its end writes a
-- run's row.
CREATE TABLE run_shares (
  run_id text COLLATE "C" PRIMARY KEY,
  shared_at timestamptz NOT NULL DEFAULT now()
);

-- As in 0004, for one more table.
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
