-- Addresses at which runs of workflows wait for an answer from outside, of whichever node they run on. A row lives as
-- long as its run at most, and its run minutes: what a lost node leaves behind is removed when it has expired.

CREATE TABLE run_waits (
  -- SHA-256: who reads the table can answer nothing.
  token_hash bytea PRIMARY KEY CHECK (octet_length(token_hash) = 32),
  -- Runs are partitioned by month, and so are named without a reference.
  run_id text COLLATE "C" NOT NULL,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  -- For the run's caller, who is shown where the answer may be given.
  sealed_token bytea NOT NULL,
  -- announced: an expression may have read the address; waiting; answered: the node that runs it takes the answer; over.
  state text COLLATE "C" NOT NULL DEFAULT 'announced' CHECK (state IN ('announced', 'waiting', 'answered', 'over')),
  node text,
  -- JSON, as the runtime asks and as it is answered.
  asks text,
  answer text,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (state = 'announced' OR (node IS NOT NULL AND asks IS NOT NULL))
);

CREATE INDEX run_waits_run ON run_waits (run_id);
CREATE INDEX run_waits_account ON run_waits (account_id);
CREATE INDEX run_waits_expired ON run_waits (expires_at);
