-- Webhooks: addresses that an account wants events sent to, the events, and how the deliveries went.

-- An address. Deleted with its account, or by its owner.
CREATE TABLE webhook_endpoints (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('whk'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  event_types text[] NOT NULL CHECK (cardinality(event_types) > 0),
  is_active boolean NOT NULL DEFAULT true,
  -- Why we switched it off; NULL if its owner did.
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  -- What its events are signed with; the previous secret works until `previous_until`.
  sealed_secret bytea NOT NULL,
  sealed_previous bytea,
  previous_until timestamptz,
  -- Time of the first failure since the last successful call; NULL if calls succeed.
  failing_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (disabled_reason IS NULL OR NOT is_active),
  CHECK ((sealed_previous IS NULL) = (previous_until IS NULL))
);
CREATE INDEX webhook_endpoints_of_account ON webhook_endpoints (account_id, id);

-- What happened, once for all endpoints of an account: its id is the `webhook-id`. Of a run only its id is kept: the
-- rest is read when it is sent, so that no content of a run is stored here. Deleted after 30 days, or with its
-- account.
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

-- The queue and the log: an event on its way to an endpoint. Deleted with its event or its endpoint.
CREATE TABLE webhook_deliveries (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('whd'),
  event_id text COLLATE "C" NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  account_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
  -- All attempts begun, which numbers them, and those that failed since it was last put into the queue.
  attempts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  -- Until then a node is sending it. After that the node is gone, and any other sends it again.
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
-- Deliveries that were given up since a moment are sent again: found by when that was, not by when they were queued.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint_id, ended_at) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);

-- How each attempt went; the newest 20 of a delivery. Deleted with it.
CREATE TABLE webhook_attempts (
  delivery_id text COLLATE "C" NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- The status of the answer, or why there was none.
  http_status smallint,
  error text,
  -- The beginning of the answer's body.
  answer text,
  PRIMARY KEY (delivery_id, number)
);
