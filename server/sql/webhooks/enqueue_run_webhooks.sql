-- Queues the end of these runs for the webhooks of each run. A webhook gets the end of its run once, however often this is
-- called: when the run is taken from the outbox, and when a webhook is added to a run that may have ended.
-- The webhooks are found by their run whatever the statistics of the table say, because every ended run asks for them.
CREATE OR REPLACE FUNCTION enqueue_run_webhooks(p_run_ids text[]) RETURNS void
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  WITH due AS (
    SELECT e.id FROM webhook_endpoints e JOIN ended_runs r ON r.run_id = e.run_id
    WHERE e.run_id = ANY (p_run_ids) AND e.run_ended_at IS NULL
    ORDER BY e.id FOR NO KEY UPDATE OF e
  ), marked AS (
    UPDATE webhook_endpoints e SET run_ended_at = now() FROM due
    WHERE e.id = due.id AND e.run_ended_at IS NULL
    RETURNING e.id, e.account_id, e.run_id
  ), events AS (
    INSERT INTO webhook_events (account_id, type, run_id, occurred_at)
    SELECT r.account_id, CASE r.status
      WHEN 'completed' THEN 'run.completed' WHEN 'cancelled' THEN 'run.cancelled' ELSE 'run.failed' END, r.run_id, r.ended_at
    FROM ended_runs r WHERE r.run_id IN (SELECT m.run_id FROM marked m)
    RETURNING id, run_id
  )
  INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id)
  SELECT v.id, m.id, m.account_id FROM marked m JOIN events v USING (run_id) ORDER BY m.id;
END $$;
