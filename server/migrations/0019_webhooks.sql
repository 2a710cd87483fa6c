-- Webhooks (issue 5): addresses that an account wants told of what happens to it, what they are told, and how that went.

-- An address. Goes with its account, or when it is deleted.
CREATE TABLE webhook_endpoints (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('whk'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  event_types text[] NOT NULL CHECK (cardinality(event_types) > 0),
  is_active boolean NOT NULL DEFAULT true,
  -- Why we switched it off, where its owner did not.
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  -- What its events are signed with; the one before it is good until `previous_until`.
  sealed_secret bytea NOT NULL,
  sealed_previous bytea,
  previous_until timestamptz,
  -- The first failure since it last took an event.
  failing_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (disabled_reason IS NULL OR NOT is_active),
  CHECK ((sealed_previous IS NULL) = (previous_until IS NULL))
);
CREATE INDEX webhook_endpoints_of_account ON webhook_endpoints (account_id, id);

-- What happened, once for all endpoints of an account: its id is the `webhook-id`. Of a run only its id is kept: the rest
-- is read when it is sent, so that no content of a run lies here. Goes after 30 days, or with its account.
CREATE TABLE webhook_events (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('msg'),
  account_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  run_id text COLLATE "C",
  facts jsonb NOT NULL DEFAULT '{}',
  occurred_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_events_age ON webhook_events (created_at);
CREATE INDEX webhook_events_of_account ON webhook_events (account_id);

-- The queue and the log: an event on its way to an endpoint. Goes with its event or its endpoint.
CREATE TABLE webhook_deliveries (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('whd'),
  event_id text COLLATE "C" NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  account_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
  -- Attempts begun ever, which numbers them, and those that failed since it was last put into the queue.
  attempts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  -- Until then a node is sending it. Past that the node is gone, and any other sends it again.
  claimed_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((status = 'waiting') = (next_attempt_at IS NOT NULL)),
  CHECK ((status = 'waiting') = (ended_at IS NULL)),
  CHECK (status = 'waiting' OR claimed_until IS NULL)
);
CREATE INDEX webhook_deliveries_queue ON webhook_deliveries (endpoint_id, next_attempt_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_attempt_at) WHERE status = 'waiting';
CREATE INDEX webhook_deliveries_under_way ON webhook_deliveries (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_deliveries_of_endpoint ON webhook_deliveries (endpoint_id, id DESC);
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint_id, created_at) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);

-- How each attempt went; the newest 20 of a delivery. Goes with it.
CREATE TABLE webhook_attempts (
  delivery_id text COLLATE "C" NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- Of the answer, where there was one, or why there was none.
  http_status smallint,
  error text,
  -- The beginning of the answer's body.
  answer text,
  PRIMARY KEY (delivery_id, number)
);

-- Occasions ---------------------------------------------------------------------------------------------------

-- Ended runs are taken from their outbox rows, as notifications are (0012): in that transaction, so that each becomes an
-- event exactly once, and settling a run does nothing for it. Accounts that want none cost one look into an index.
CREATE FUNCTION enqueue_webhooks_of_ended_runs() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  WITH wanted AS MATERIALIZED (
    SELECT t.payload ->> 'run_id' AS run_id, kind.type
    FROM taken t
    CROSS JOIN LATERAL (SELECT CASE t.payload ->> 'status'
      WHEN 'completed' THEN 'run.completed' WHEN 'cancelled' THEN 'run.cancelled' ELSE 'run.failed' END AS type) kind
    WHERE t.topic = 'runs.statistics' AND EXISTS (
      SELECT FROM webhook_endpoints e
      WHERE e.account_id = t.payload ->> 'account_id' AND e.is_active AND kind.type = ANY (e.event_types))
  ), events AS (
    INSERT INTO webhook_events (account_id, type, run_id, occurred_at)
    SELECT r.account_id, w.type, r.id, r.ended_at
    FROM wanted w JOIN runs r ON r.id = w.run_id
    WHERE r.depth = 0
    ORDER BY r.id
    RETURNING id, account_id, type
  )
  INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id)
  SELECT v.id, e.id, v.account_id
  FROM events v JOIN webhook_endpoints e
    ON e.account_id = v.account_id AND e.is_active AND v.type = ANY (e.event_types)
  ORDER BY e.id, v.id
  -- One that is being deleted is waited for, and then gone.
  FOR KEY SHARE OF e;
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_webhooks AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION enqueue_webhooks_of_ended_runs();

-- Puts what just happened to an account into the queues of the endpoints that want it.
CREATE FUNCTION enqueue_webhook(p_account_id text, p_type text, p_facts jsonb) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event text;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints e
      WHERE e.account_id = p_account_id AND e.is_active AND p_type = ANY (e.event_types)) THEN
    RETURN;
  END IF;
  INSERT INTO webhook_events (account_id, type, facts, occurred_at)
    VALUES (p_account_id, p_type, p_facts, now()) RETURNING id INTO event;
  INSERT INTO webhook_deliveries (event_id, endpoint_id, account_id)
  SELECT event, e.id, p_account_id FROM webhook_endpoints e
  WHERE e.account_id = p_account_id AND e.is_active AND p_type = ANY (e.event_types)
  ORDER BY e.id
  FOR KEY SHARE;
END $$;

-- As before (0012), and what is told for the first time goes to the account's endpoints, too, in the same transaction.
CREATE OR REPLACE FUNCTION notify_account(
  p_account_id text, p_kind text, p_facts jsonb, p_occasion text, p_actor_id text DEFAULT NULL
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event_type constant text := CASE p_kind
    WHEN 'agent_listed' THEN 'agent.listed' WHEN 'upload_refused' THEN 'agent.refused'
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

-- That an endpoint was switched off because it is gone, or because it only failed, is told to its owner. Which kinds there
-- are is the contract's to say: a list here would have to be written again for each new one.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE notifications ADD CONSTRAINT notifications_kind_check CHECK (kind ~ '^[a-z_]+$');
