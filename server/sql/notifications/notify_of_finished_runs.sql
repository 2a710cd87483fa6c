-- Notifies callers of their completed runs if they requested it. It runs when the outbox rows are taken for the
-- statistics. A failed run is always reported.
CREATE OR REPLACE FUNCTION notify_of_finished_runs() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM notify_of_finished_run(r.user_id, r.run_id, r.agent_id, r.agent_name, r.end_occasion)
  FROM taken t JOIN ended_runs r ON r.run_id = t.payload ->> 'run_id'
  WHERE t.topic = 'runs.statistics' AND t.payload ->> 'status' = 'completed'
    AND (t.payload ->> 'has_end_occasion')::boolean;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outbox_finished_runs AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION notify_of_finished_runs();
