-- Counts the stored bytes of ended runs when their outbox rows are taken. The function's cached plan must not read a
-- whole table only because the table was small when the plan was made.
CREATE OR REPLACE FUNCTION count_run_storage() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO run_storage AS s (account_id, month, bytes)
  SELECT r.account_id, month_of(r.created_at), sum(run_content_bytes(r.id))
  FROM taken t JOIN runs r ON r.id = t.payload ->> 'run_id'
  WHERE t.topic = 'runs.statistics'
  GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (account_id, month) DO UPDATE SET bytes = s.bytes + excluded.bytes;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outbox_run_storage AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION count_run_storage();
