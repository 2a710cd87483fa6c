-- Counts runs when their outbox rows are taken for the statistics, in the same transaction. Each run therefore counts
-- once, on any node and after any crash, and a late run counts on the day on which it ended.
CREATE OR REPLACE FUNCTION count_ended_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_runs(array_agg(t.payload)) FROM taken t WHERE t.topic = 'runs.statistics' HAVING count(*) > 0;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outbox_run_days AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION count_ended_runs();
