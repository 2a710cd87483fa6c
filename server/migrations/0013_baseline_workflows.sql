-- The values that runs of workflows store, and the answers that they wait for.

-- The values that runs of a workflow store for their caller until the next run: chat memory, vectors, static data, data
-- tables. They belong to an agent and one caller's account. Values are JSON as the workflow wrote it. No query reads
-- their content.
CREATE TABLE workflow_values (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  agent_id integer NOT NULL REFERENCES agents,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('memory', 'vectors', 'static', 'table')),
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 512),
  value text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, agent_id, kind, key)
);
-- Finds the rows to delete with an agent whose developer deletes their account.
CREATE INDEX workflow_values_agent ON workflow_values (agent_id);

-- Resume URLs at which runs of workflows wait for an answer from outside, on any node. A row exists at most as long as
-- its run, which is a few minutes. The rows of a lost node are removed after they have expired.
CREATE TABLE run_waits (
  -- A SHA-256 hash, so that a person who reads the table cannot answer any wait.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  -- Runs are partitioned by month, so this is not a foreign key.
  run_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  -- The encrypted token of the resume URL, for the run's caller.
  sealed_token bytea NOT NULL,
  -- announced: an expression may have read the URL. waiting: the run waits. answered: the run's node takes the answer.
  -- over: the wait has ended.
  state text COLLATE "C" NOT NULL DEFAULT 'announced' CHECK (state IN ('announced', 'waiting', 'answered', 'over')),
  node text,
  -- JSON: the question of the runtime, and the answer.
  asks text,
  answer text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (state = 'announced' OR (node IS NOT NULL AND asks IS NOT NULL))
);
CREATE INDEX run_waits_run ON run_waits (run_id);
CREATE INDEX run_waits_account ON run_waits (account_id);
CREATE INDEX run_waits_expired ON run_waits (expires_at);
