-- What people are told of: failed runs, uploads, earnings, credits, connectors, keys, reviews (issue 5). One row for
-- each person and occasion; its words are made from kind and facts when it is read (contract/src/notification-words.ts).
-- Rows go after 90 days, when a person has 500 newer ones, and with the person.

CREATE TABLE notifications (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('ntf'),
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('run_failed', 'agent_listed', 'upload_refused', 'first_earnings',
    'balance_low', 'connector_quota', 'api_key_refreshed', 'new_review', 'version_rolled_back')),
  facts jsonb NOT NULL,
  -- Who brought it about, where somebody did. Told by the name that they have when it is read: who has left has none.
  actor_id text COLLATE "C",
  -- What happened, by its own ids: telling it again changes nothing.
  occasion text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  -- Ids come in the order of writing, not of committing: who follows asks for what their last snapshot did not see.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  UNIQUE (user_id, occasion)
);
CREATE INDEX notifications_newest ON notifications (user_id, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_age ON notifications (created_at);

-- Tells every node, once the transaction is committed, for whom something is new or read. The bound on what a person
-- has is kept here because rows are written in many places. Rows that someone else removes now are passed over. Its plan
-- is kept, and must not be one that reads a whole table because that was small when it was made; so below.
CREATE FUNCTION poke_notified() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    DELETE FROM notifications WHERE id IN (
      SELECT o.id
      FROM (SELECT DISTINCT w.user_id FROM written w) person
      CROSS JOIN LATERAL (
        SELECT n.id FROM notifications n WHERE n.user_id = person.user_id ORDER BY n.id DESC OFFSET 499 LIMIT 1
      ) oldest_kept
      JOIN notifications o ON o.user_id = person.user_id AND o.id < oldest_kept.id
      FOR UPDATE OF o SKIP LOCKED
    );
  END IF;
  PERFORM pg_notify('notifications', person.user_id) FROM (SELECT DISTINCT w.user_id FROM written w) person;
  RETURN NULL;
END $$;
CREATE TRIGGER notifications_written AFTER INSERT ON notifications
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION poke_notified();
CREATE TRIGGER notifications_read AFTER UPDATE ON notifications
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION poke_notified();

-- Tells everybody of an account.
CREATE FUNCTION notify_account(
  p_account_id text, p_kind text, p_facts jsonb, p_occasion text, p_actor_id text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion, actor_id)
  SELECT m.user_id, p_kind, p_facts, p_occasion, p_actor_id FROM memberships m WHERE m.account_id = p_account_id
  ORDER BY m.user_id
  ON CONFLICT (user_id, occasion) DO NOTHING;
END $$;

-- Runs --------------------------------------------------------------------------------------------------------

-- The first run that an agent earned from; a row for each agent that ever earned, kept, so that "first" stays true.
CREATE TABLE agent_first_earnings (
  agent_id integer PRIMARY KEY,
  run_id text COLLATE "C" NOT NULL
);
INSERT INTO agent_first_earnings (agent_id, run_id)
  SELECT agent_id, min(run_id) FROM transfers WHERE kind = 'run' AND net > 0 GROUP BY agent_id;

-- Ended runs are told of when their outbox rows are taken for the statistics: in that transaction, so that each is
-- told once, and many at a time, so that settling a run costs nothing more and its commit waits for no NOTIFY.
-- What a run called is told by its caller's run.
CREATE FUNCTION notify_of_ended_runs() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion)
  SELECT r.user_id, 'run_failed',
    jsonb_build_object('run_id', r.id, 'agent_id', r.agent_id, 'agent_name', r.agent_name, 'status', r.status),
    'run:' || r.id
  FROM taken t JOIN runs r ON r.id = t.payload ->> 'run_id'
  WHERE t.topic = 'runs.statistics' AND t.payload ->> 'status' IN ('failed', 'timeout') AND r.depth = 0
  ORDER BY r.id
  ON CONFLICT (user_id, occasion) DO NOTHING;

  WITH paid AS (
    SELECT t.payload ->> 'run_id' AS run_id
    FROM taken t
    WHERE t.topic = 'runs.statistics' AND (t.payload ->> 'cost')::bigint > 0
      AND NOT EXISTS (
        SELECT FROM agent_first_earnings f WHERE f.agent_id = (t.payload ->> 'agent_id')::integer)
  ), earned AS (
    SELECT DISTINCT ON (r.agent_id) r.agent_id, r.agent_name, r.developer_account_id, r.id, r.net
    FROM paid p JOIN runs r ON r.id = p.run_id
    WHERE r.net > 0
    ORDER BY r.agent_id, r.id
  ), first AS (
    INSERT INTO agent_first_earnings (agent_id, run_id)
    SELECT agent_id, id FROM earned ORDER BY agent_id
    ON CONFLICT DO NOTHING
    RETURNING agent_id
  )
  INSERT INTO notifications (user_id, kind, facts, occasion)
  SELECT m.user_id, 'first_earnings',
    jsonb_build_object('run_id', e.id, 'agent_id', e.agent_id, 'agent_name', e.agent_name, 'amount', e.net::text),
    'first_earnings:' || e.agent_id
  FROM first f JOIN earned e USING (agent_id) JOIN memberships m ON m.account_id = e.developer_account_id
  ORDER BY e.agent_id, m.user_id
  ON CONFLICT (user_id, occasion) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_ended_runs AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION notify_of_ended_runs();

-- Credits -----------------------------------------------------------------------------------------------------

-- Falling below 1 USD is told once until the balance was above it again: that is what falling below it means. Looked at
-- when the transaction ends, as it may bring earnings into the wallet after it has spent.
CREATE FUNCTION notify_of_low_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM wallets w WHERE w.account_id = NEW.account_id AND w.balance < 1000000000) THEN
    PERFORM notify_account(NEW.account_id, 'balance_low', '{}', 'balance_low:' || pg_current_xact_id());
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER wallets_low AFTER UPDATE OF balance ON wallets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.balance >= 1000000000 AND NEW.balance < 1000000000)
  EXECUTE FUNCTION notify_of_low_balance();

-- Connectors --------------------------------------------------------------------------------------------------

-- The part of a quota that has been reached, of those that are told.
CREATE FUNCTION quota_notice(used bigint, quota bigint) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN quota IS NULL OR quota = 0 THEN 0
    WHEN used >= quota THEN 100
    WHEN used::numeric * 100 >= quota::numeric * 90 THEN 90
    WHEN used::numeric * 100 >= quota::numeric * 75 THEN 75
    ELSE 0
  END;

CREATE FUNCTION notify_of_quota() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached constant integer := quota_notice(NEW.current_usage, NEW.usage_quota);
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion)
  VALUES (NEW.user_id, 'connector_quota',
    jsonb_build_object('service', NEW.service_name, 'percent', reached, 'used', NEW.current_usage,
      'quota', NEW.usage_quota),
    'quota:' || NEW.id || ':' || NEW.usage_month || ':' || reached)
  ON CONFLICT (user_id, occasion) DO NOTHING;
  RETURN NULL;
END $$;
CREATE TRIGGER connectors_quota AFTER UPDATE OF current_usage ON connectors FOR EACH ROW
  WHEN (NEW.usage_quota IS NOT NULL AND quota_notice(NEW.current_usage, NEW.usage_quota)
    > CASE WHEN OLD.usage_month = NEW.usage_month THEN quota_notice(OLD.current_usage, NEW.usage_quota) ELSE 0 END)
  EXECUTE FUNCTION notify_of_quota();
