-- Runs with the terms on which they started, their outcome, and the figures computed from them. Rows here name accounts
-- and agents without foreign keys: a key check would lock the row of a popular agent for every run, and a run must lock
-- only the payer's wallet.

CREATE SEQUENCE node_epochs;

-- One row per living node. Its epoch is the fencing token of all its runs: a node that has lost its row, or whose row
-- has another epoch, can no longer settle anything.
CREATE TABLE nodes (
  id text COLLATE "C" PRIMARY KEY,
  epoch bigint NOT NULL UNIQUE DEFAULT nextval('node_epochs'),
  started_at timestamptz NOT NULL DEFAULT now(),
  heartbeat_at timestamptz NOT NULL DEFAULT now()
);

-- The table is partitioned by the month in the id (run_id_at).
CREATE TABLE runs (
  id text COLLATE "C" PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  status text NOT NULL DEFAULT 'running'
    CHECK (status IN ('queued', 'running', 'completed', 'failed', 'timeout', 'cancelled')),
  stop_reason text CHECK (stop_reason IN ('end', 'length', 'limit', 'cancelled', 'error')),
  error_code text,
  -- The caller and the agent.
  account_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  agent_name text NOT NULL,
  agent_type text NOT NULL,
  version_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  -- The terms at the start of the run. Money is in nano-USD.
  price_per_token bigint NOT NULL CHECK (price_per_token >= 0),
  share_percent smallint NOT NULL CHECK (share_percent BETWEEN 0 AND 100),
  price_table_version text NOT NULL,
  sponsor_limit bigint NOT NULL CHECK (sponsor_limit >= 0),
  developer_account_id text COLLATE "C" NOT NULL,
  -- 'tokens': the caller pays tokens x price. 'model_cost': running your own agent costs its model cost.
  pays text NOT NULL CHECK (pays IN ('tokens', 'model_cost')),
  cap bigint NOT NULL CHECK (cap >= 0),
  timeout_seconds integer NOT NULL CHECK (timeout_seconds > 0),
  -- Columns for runs that other runs start.
  parent_id text COLLATE "C",
  root_id text COLLATE "C" NOT NULL,
  depth smallint NOT NULL DEFAULT 0 CHECK (depth BETWEEN 0 AND 3),
  -- The node that executes the run, and the fencing token.
  node_id text COLLATE "C" NOT NULL,
  epoch bigint NOT NULL,
  cancel_requested_at timestamptz,
  -- The outcome.
  input_tokens integer NOT NULL CHECK (input_tokens >= 0),
  tokens_metered bigint NOT NULL DEFAULT 0 CHECK (tokens_metered >= 0),
  tokens_charged bigint NOT NULL DEFAULT 0 CHECK (tokens_charged BETWEEN 0 AND tokens_metered),
  cost bigint NOT NULL DEFAULT 0 CHECK (cost BETWEEN 0 AND cap),
  model_cost bigint NOT NULL DEFAULT 0 CHECK (model_cost >= 0),
  -- The part of model_cost that was paid from this run's own gross. The rest was sponsored or lost.
  model_cost_borne bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  net bigint NOT NULL DEFAULT 0,
  transfer_id text COLLATE "C",
  execution_ms integer NOT NULL DEFAULT 0,
  last_seq integer NOT NULL DEFAULT 0,
  -- The API key that started the run; NULL for a session.
  api_key_id text COLLATE "C",
  -- The time at which the caller of an active run first read what its agent logged, through another node or in the
  -- trace. A node knows the callers who follow the run on the node itself, so most runs never write this.
  log_read_at timestamptz,
  -- The origin of the limit that set the cap.
  cap_set_by text NOT NULL DEFAULT 'agent'
    CHECK (cap_set_by IN ('agent', 'request', 'account', 'spending_limit')),
  -- Whether the run counts toward the agent's public figures, which its owner cannot raise (is_run_by_others).
  is_by_others boolean NOT NULL DEFAULT true,
  -- The amount that the caller paid for the model calls of a failed run. `cost` stays 0, because the agent's work is
  -- free.
  failure_charge bigint NOT NULL DEFAULT 0,
  -- The occasion under which the caller is notified that the run has completed; NULL if someone waits for the run. The
  -- runs of a schedule share one occasion per day, so that a schedule that runs every five minutes sends one
  -- notification per day.
  end_occasion text,
  CHECK ((status IN ('queued', 'running')) = (ended_at IS NULL)),
  -- A failed run costs nothing. A run that its caller or its time limit stopped may have delivered output.
  CONSTRAINT runs_failed_is_free CHECK (cost = 0 OR status IN ('completed', 'cancelled', 'timeout')),
  CONSTRAINT runs_failure_charge CHECK (
    failure_charge = 0 OR (failure_charge > 0 AND cost = 0 AND status IN ('failed', 'timeout', 'cancelled')))
) PARTITION BY RANGE (id);

CREATE TABLE runs_other PARTITION OF runs DEFAULT;
CREATE INDEX runs_of_account ON runs (account_id, id DESC);
CREATE INDEX runs_of_agent ON runs (agent_id, id DESC);
-- The index has only active runs, so it is small regardless of the history.
CREATE INDEX runs_live ON runs (node_id, epoch) WHERE status IN ('queued', 'running');
-- The index is small regardless of the history, because runs start few other runs.
CREATE INDEX runs_called ON runs (parent_id) WHERE parent_id IS NOT NULL;

-- The inputs and outputs of runs. They are in a separate table, because they are personal and deleted sooner.
-- The type is json instead of jsonb, because json keeps every string that an agent may emit, including NUL escapes.
CREATE TABLE run_contents (
  run_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  task text,
  input json NOT NULL,
  output json,
  error_detail text,
  developer_detail text
) PARTITION BY RANGE (run_id);

CREATE TABLE run_contents_other PARTITION OF run_contents DEFAULT;
CREATE INDEX run_contents_task ON run_contents USING gin (task gin_trgm_ops);

-- The events that a run reported: output, logs, progress, steps, calls and costs.
CREATE TABLE run_events (
  run_id text COLLATE "C" NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  kind text NOT NULL 
    CHECK (kind IN ('output', 'log', 'progress', 'step', 'node', 'connector_call', 'agent_call', 'cost')),
  payload json NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (run_id, seq)
) PARTITION BY RANGE (run_id);

CREATE TABLE run_events_other PARTITION OF run_events DEFAULT;

-- One row per upstream call, written when it ends, so that a crash does not lose the operator's cost.
CREATE TABLE model_calls (
  run_id text COLLATE "C" NOT NULL,
  -- The call's reservation in its run. Writing the same reservation twice has no further effect.
  id text COLLATE "C" NOT NULL,
  provider text NOT NULL,
  model_requested text NOT NULL,
  model_answered text NOT NULL,
  prompt_tokens integer NOT NULL CHECK (prompt_tokens >= 0),
  cached_prompt_tokens integer NOT NULL CHECK (cached_prompt_tokens >= 0),
  completion_tokens integer NOT NULL CHECK (completion_tokens >= 0),
  counted_by text NOT NULL CHECK (counted_by IN ('provider', 'gateway')),
  cost bigint NOT NULL CHECK (cost >= 0),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('completed', 'cut', 'client_gone', 'error')),
  error_code text,
  PRIMARY KEY (run_id, id)
) PARTITION BY RANGE (run_id);

CREATE TABLE model_calls_other PARTITION OF model_calls DEFAULT;

-- This table is separate from model_calls, because content is deleted with run_contents while model_calls belongs to
-- the books and stays. The type is json, because json keeps every string that a model may write, including NUL escapes.
CREATE TABLE model_call_contents (
  run_id text COLLATE "C" NOT NULL,
  call_id text COLLATE "C" NOT NULL,
  content json NOT NULL,
  PRIMARY KEY (run_id, call_id)
) PARTITION BY RANGE (run_id);

CREATE TABLE model_call_contents_other PARTITION OF model_call_contents DEFAULT;

-- The run that an idempotency key started. The reply is not stored a second time. Rows are kept for 24 hours. Keys are
-- per account and operation. The operation of every path that starts runs is 'run'.
CREATE TABLE idempotency_keys (
  account_id text COLLATE "C" NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- The content of runs that an account wants to keep. Without a row, only the usual content is kept.
CREATE TABLE run_settings (
  account_id text COLLATE "C" PRIMARY KEY,
  keep_model_content boolean NOT NULL
);

-- Runs whose contents the agent's developer may read. This is a separate table, because a run's row is written only at
-- its start and its end.
CREATE TABLE run_shares (
  run_id text COLLATE "C" PRIMARY KEY,
  shared_at timestamptz NOT NULL DEFAULT now()
);

-- The figures of an account's runs by agent and hour.
CREATE TABLE run_stats_hourly (
  account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  hour timestamptz NOT NULL,
  executions bigint NOT NULL,
  completed bigint NOT NULL,
  failed bigint NOT NULL,
  tokens bigint NOT NULL,
  cost bigint NOT NULL,
  execution_ms bigint NOT NULL,
  PRIMARY KEY (account_id, agent_id, hour)
);
CREATE INDEX run_stats_hourly_of_agent ON run_stats_hourly (agent_id, hour);

-- Accounts that an agent has ever charged, so that the number of users is a simple count.
CREATE TABLE run_agent_users (
  agent_id integer NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (agent_id, account_id)
);

-- The figures of an agent, over runs by others.
CREATE TABLE run_agent_figures (
  agent_id integer PRIMARY KEY,
  agent_name text NOT NULL,
  executions bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  users bigint NOT NULL DEFAULT 0,
  median_ms integer,
  median_tokens integer,
  p95_tokens integer
);

-- The bytes that an account stores: inputs, answers and logs of its runs, by the month of the run. Ended runs are
-- counted in batches when their outbox rows are taken. A month's row is deleted with its partitions.
CREATE TABLE run_storage (
  account_id text COLLATE "C" NOT NULL,
  month date NOT NULL,
  bytes bigint NOT NULL CHECK (bytes >= 0),
  -- The content of all runs of this month up to this one was removed because the account's storage was full.
  removed_through text COLLATE "C",
  PRIMARY KEY (account_id, month)
);
