-- Notifies callers of failed runs, with the cost of the run, and developers of an agent's first earnings. It runs in
-- the transaction that takes the outbox rows for the statistics, so that each run is handled once. It handles many runs
-- at a time, so that settling a run takes no longer and its commit does not wait for a NOTIFY. The failure of a called
-- run is reported by the run that called it.
CREATE OR REPLACE FUNCTION notify_of_ended_runs() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion)
  SELECT r.user_id, 'run_failed',
    jsonb_build_object('run_id', r.run_id, 'agent_id', r.agent_id, 'agent_name', r.agent_name, 'status', r.status,
      'paid', r.paid::text),
    'run:' || r.run_id
  FROM taken t JOIN ended_runs r ON r.run_id = t.payload ->> 'run_id'
  WHERE t.topic = 'runs.statistics' AND t.payload ->> 'status' IN ('failed', 'timeout') AND r.depth = 0
  ORDER BY r.run_id
  ON CONFLICT (user_id, occasion) DO NOTHING;

  WITH paid AS (
    SELECT t.payload ->> 'run_id' AS run_id
    FROM taken t
    WHERE t.topic = 'runs.statistics' AND (t.payload ->> 'cost')::bigint > 0
      AND NOT EXISTS (
        SELECT FROM agent_first_earnings f WHERE f.agent_id = (t.payload ->> 'agent_id')::integer)
  ), earned AS (
    SELECT DISTINCT ON (r.agent_id) r.agent_id, r.agent_name, r.developer_account_id, r.run_id, r.net
    FROM paid p JOIN ended_runs r USING (run_id)
    WHERE r.net > 0
    ORDER BY r.agent_id, r.run_id
  ), first AS (
    INSERT INTO agent_first_earnings (agent_id, run_id)
    SELECT agent_id, run_id FROM earned ORDER BY agent_id
    ON CONFLICT DO NOTHING
    RETURNING agent_id
  )
  INSERT INTO notifications (user_id, kind, facts, occasion)
  SELECT m.user_id, 'first_earnings',
    jsonb_build_object('run_id', e.run_id, 'agent_id', e.agent_id, 'agent_name', e.agent_name, 'amount', e.net::text),
    'first_earnings:' || e.agent_id
  FROM first f JOIN earned e USING (agent_id) JOIN account_members m ON m.account_id = e.developer_account_id
  ORDER BY e.agent_id, m.user_id
  ON CONFLICT (user_id, occasion) DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outbox_ended_runs AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION notify_of_ended_runs();
