-- Queues an event of an account for the endpoints that subscribe to it.
CREATE OR REPLACE FUNCTION enqueue_webhook(p_account_id text, p_type text, p_facts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event text;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints e
      WHERE e.account_id = p_account_id AND e.run_id IS NULL AND e.is_active AND p_type = ANY (e.event_types)) THEN
    RETURN;
  END IF;
  INSERT INTO webhook_events (account_id, type, facts, occurred_at)
    VALUES (p_account_id, p_type, p_facts, now()) RETURNING id INTO event;
  INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id)
  SELECT event, e.id, p_account_id FROM webhook_endpoints e
  WHERE e.account_id = p_account_id AND e.run_id IS NULL AND e.is_active AND p_type = ANY (e.event_types)
  ORDER BY e.id
  FOR KEY SHARE;
END $$;
