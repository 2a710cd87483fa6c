-- Creates webhook events of ended runs when their outbox rows are taken for the statistics: in that transaction, so
-- that each run becomes an event exactly once and settling a run needs no extra work. For an account without endpoints
-- this costs one index lookup.
CREATE OR REPLACE FUNCTION enqueue_webhooks_of_ended_runs() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM enqueue_run_webhooks(
    (SELECT array_agg(t.payload ->> 'run_id') FROM taken t WHERE t.topic = 'runs.statistics'));
  WITH wanted AS MATERIALIZED (
    SELECT t.payload ->> 'run_id' AS run_id, kind.type
    FROM taken t
    CROSS JOIN LATERAL (SELECT CASE t.payload ->> 'status'
      WHEN 'completed' THEN 'run.completed' WHEN 'cancelled' THEN 'run.cancelled' ELSE 'run.failed' END AS type) kind
    WHERE t.topic = 'runs.statistics' AND EXISTS (
      SELECT FROM webhook_endpoints e
      WHERE e.account_id = t.payload ->> 'account_id' AND e.run_id IS NULL AND e.is_active AND kind.type = ANY (e.event_types))
  ), events AS (
    INSERT INTO webhook_events (account_id, type, run_id, occurred_at)
    SELECT r.account_id, w.type, r.run_id, r.ended_at
    FROM wanted w JOIN ended_runs r USING (run_id)
    WHERE r.depth = 0
    ORDER BY r.run_id
    RETURNING id, account_id, type
  )
  INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id)
  SELECT v.id, e.id, v.account_id
  FROM events v JOIN webhook_endpoints e
    ON e.account_id = v.account_id AND e.run_id IS NULL AND e.is_active AND v.type = ANY (e.event_types)
  ORDER BY e.id, v.id
  -- The statement waits for an endpoint that is being deleted, and then skips it.
  FOR KEY SHARE OF e;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER outbox_webhooks AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION enqueue_webhooks_of_ended_runs();
