-- Links with which anyone can read one run. The table has only the hash of a link's token, so that a person who reads the
-- table cannot read any run. What a link shows is the content of the run, and ends with it.
CREATE TABLE run_links (
  -- Runs are partitioned by month, so this is not a foreign key.
  run_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  -- The person who shared the run.
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  token_hash bytea NOT NULL UNIQUE CHECK (octet_length(token_hash) = 32),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX run_links_account ON run_links (account_id, run_id);
CREATE INDEX run_links_user ON run_links (user_id);
