-- Secrets that developers set for their agents. Runs get them as environment variables.
CREATE TABLE agent_secrets (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('sec'),
  agent_id integer NOT NULL REFERENCES agents,
  owner_account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  name text COLLATE "C" NOT NULL CHECK (name ~ '^[A-Z_][A-Z0-9_]{0,127}$'),
  sealed bytea NOT NULL,
  -- Whether the value is long enough to be masked in what runs write.
  is_masked boolean NOT NULL,
  updated_by text COLLATE "C" NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (agent_id, name)
);
