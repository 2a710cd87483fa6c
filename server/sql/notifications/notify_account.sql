-- Notifies everybody in an account, once per occasion. The first time, the account's webhook endpoints get the event
-- too, in the same transaction.
CREATE OR REPLACE FUNCTION notify_account(
  p_account_id text, p_kind text, p_facts jsonb, p_occasion text, p_actor_id text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event_type constant text := CASE p_kind
    WHEN 'agent_listed' THEN 'agent.listed' WHEN 'upload_refused' THEN 'agent.refused'
    WHEN 'agent_failing' THEN 'agent.failing' WHEN 'agent_paused' THEN 'agent.paused'
    WHEN 'balance_low' THEN 'balance.low' END;
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion, actor_id)
  SELECT m.user_id, p_kind, p_facts, p_occasion, p_actor_id FROM account_members m WHERE m.account_id = p_account_id
  ORDER BY m.user_id
  ON CONFLICT (user_id, occasion) DO NOTHING;
  IF FOUND AND event_type IS NOT NULL THEN
    PERFORM enqueue_webhook(p_account_id, event_type, p_facts);
  END IF;
END $$;
