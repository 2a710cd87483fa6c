-- Webhooks: the URLs to which an account wants events sent, the events, and their deliveries.

-- A webhook endpoint. It is deleted by its owner or with its account.
CREATE TABLE webhook_endpoints (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('whk'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  event_types text[] NOT NULL CHECK (cardinality(event_types) > 0),
  is_active boolean NOT NULL DEFAULT true,
  -- Why the server switched the endpoint off; NULL if its owner did.
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  -- The secrets that sign the endpoint's events. The previous secret is valid until `previous_until`.
  sealed_secret bytea NOT NULL,
  sealed_previous bytea,
  previous_until timestamptz,
  -- The time of the first failure since the last successful call; NULL if calls succeed.
  failing_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (disabled_reason IS NULL OR NOT is_active),
  CHECK ((sealed_previous IS NULL) = (previous_until IS NULL))
);
CREATE INDEX webhook_endpoints_of_account ON webhook_endpoints (account_id, id);

-- An event, stored once for all endpoints of an account. Its id is the `webhook-id`. For a run only the run's id is
-- stored, and the rest is read when the event is sent, so that no content of a run is stored here. Rows are deleted
-- after 30 days, or with their account.
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

-- The queue and the log: an event that is sent to an endpoint. Rows are deleted with their event or their endpoint.
CREATE TABLE webhook_deliveries (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('whd'),
  event_id text COLLATE "C" NOT NULL REFERENCES webhook_events ON DELETE CASCADE,
  endpoint_id text COLLATE "C" NOT NULL REFERENCES webhook_endpoints ON DELETE CASCADE,
  account_id text COLLATE "C" NOT NULL,
  status text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'delivered', 'failed')),
  -- The number of all attempts, which numbers them, and the number of attempts that failed since the event was last
  -- queued.
  attempts integer NOT NULL DEFAULT 0,
  failures integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz DEFAULT now(),
  -- Until this time a node is sending the event. After that the node has crashed, and any other node sends it again.
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
-- Finds the deliveries that failed since a given time, so that they can be sent again. The time is when they failed,
-- not when they were queued.
CREATE INDEX webhook_deliveries_failed ON webhook_deliveries (endpoint_id, ended_at) WHERE status = 'failed';
CREATE INDEX webhook_deliveries_of_event ON webhook_deliveries (event_id);

-- The result of each attempt. The newest 20 of a delivery are kept, and deleted with it.
CREATE TABLE webhook_attempts (
  delivery_id text COLLATE "C" NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  number integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  -- The status of the response, or the reason why there was none.
  http_status smallint,
  error text,
  -- The beginning of the response's body.
  answer text,
  PRIMARY KEY (delivery_id, number)
);
