-- What runs of workflows keep, and the answers that they wait for.

-- What runs of a workflow keep for their caller from one to the next: chat memory, vectors, static data, data tables.
-- For an agent and one caller's account. Values are JSON as the workflow wrote it; nothing reads into them here.
CREATE TABLE workflow_values (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  agent_id integer NOT NULL REFERENCES agents,
  kind text COLLATE "C" NOT NULL CHECK (kind IN ('memory', 'vectors', 'static', 'table')),
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 512),
  value text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, agent_id, kind, key)
);
-- What is deleted with an agent whose developer leaves.
CREATE INDEX workflow_values_agent ON workflow_values (agent_id);

-- Addresses at which runs of workflows wait for an answer from outside, on any node. A row lives as long as its run at
-- most, which is minutes; what a lost node leaves behind is removed when it has expired.
CREATE TABLE run_waits (
  -- SHA-256: somebody who reads the table can answer nothing.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  -- Runs are partitioned by month, and so are named without a reference.
  run_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  -- For the run's caller, who sees where the answer may be given.
  sealed_token bytea NOT NULL,
  -- announced: an expression may have read the address; waiting; answered: the node that runs it takes the answer; over.
  state text COLLATE "C" NOT NULL DEFAULT 'announced' CHECK (state IN ('announced', 'waiting', 'answered', 'over')),
  node text,
  -- JSON: what the runtime asks, and the answer.
  asks text,
  answer text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (state = 'announced' OR (node IS NOT NULL AND asks IS NOT NULL))
);
CREATE INDEX run_waits_run ON run_waits (run_id);
CREATE INDEX run_waits_account ON run_waits (account_id);
CREATE INDEX run_waits_expired ON run_waits (expires_at);
