-- Agents that stopped working for everybody. A paused agent is also inactive, so that nothing lists or runs it; switching it
-- on again or pointing it to another version ends the pause.
ALTER TABLE agents
  ADD COLUMN paused_at timestamptz,
  -- The failed runs in a row for which it was paused, and how many accounts they were for.
  ADD COLUMN paused_after_failures integer,
  ADD COLUMN paused_after_callers integer,
  -- Failures of runs that started earlier are forgiven: its owner has acted since.
  ADD COLUMN failures_forgiven_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD CONSTRAINT agents_paused CHECK (num_nulls(paused_at, paused_after_failures, paused_after_callers) IN (0, 3)
    AND (paused_at IS NULL OR NOT is_active));

-- The failed runs of an agent's current version since its last completed one: how many, and for how many accounts. Only runs by
-- others count, and only failures of the agent's own code. A run whose connector refused a call is left out: the caller's
-- credential or their service may be the reason. The last 500 runs are enough to see a row of ten.
CREATE FUNCTION agent_failure_streak(p_agent_id integer, OUT failures integer, OUT callers integer) LANGUAGE sql STABLE AS $$
  WITH newest AS (
    SELECT r.* FROM runs r WHERE r.agent_id = p_agent_id ORDER BY r.id DESC LIMIT 500
  ), counted AS (
    SELECT r.account_id, r.status = 'completed' AS has_completed,
      row_number() OVER (ORDER BY r.ended_at DESC, r.id DESC) AS place
    FROM newest r JOIN agents a ON a.id = p_agent_id
    WHERE r.is_by_others AND r.version_id = a.current_version_id AND r.created_at > a.failures_forgiven_at
      AND (r.status = 'completed' OR (run_failed_by_agent(r) AND NOT EXISTS (
        SELECT FROM run_events e
        WHERE e.run_id = r.id AND e.kind = 'connector_call'
          AND (e.payload ->> 'outcome' <> 'answered' OR (e.payload ->> 'status')::integer IN (401, 402, 403, 429)
            OR (e.payload ->> 'status')::integer >= 500))))
  )
  SELECT count(*)::integer, count(DISTINCT account_id)::integer FROM counted
  WHERE place < coalesce((SELECT min(place) FROM counted WHERE has_completed), 501);
$$;

-- Its owner's switch ends the pause in either position, and another version ends it and switches the agent on.
CREATE FUNCTION end_agent_pause() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.paused_at := NULL;
  NEW.paused_after_failures := NULL;
  NEW.paused_after_callers := NULL;
  NEW.failures_forgiven_at := clock_timestamp();
  NEW.is_active := NEW.is_active OR NEW.current_version_id IS DISTINCT FROM OLD.current_version_id;
  RETURN NEW;
END $$;
CREATE TRIGGER agents_end_pause BEFORE UPDATE OF is_active, current_version_id ON agents FOR EACH ROW
  WHEN (OLD.paused_at IS NOT NULL) EXECUTE FUNCTION end_agent_pause();

-- As before, and the events of agents that fail.
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
  SELECT m.user_id, p_kind, p_facts, p_occasion, p_actor_id FROM memberships m WHERE m.account_id = p_account_id
  ORDER BY m.user_id
  ON CONFLICT (user_id, occasion) DO NOTHING;
  IF FOUND AND event_type IS NOT NULL THEN
    PERFORM enqueue_webhook(p_account_id, event_type, p_facts);
  END IF;
END $$;
