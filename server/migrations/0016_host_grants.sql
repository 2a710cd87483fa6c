-- The hosts that people allow an agent to reach in their runs. A new choice revokes the earlier one, which stays as a
-- record of what was allowed.
CREATE TABLE host_grants (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('hgr'),
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  agent_id integer NOT NULL REFERENCES agents,
  agent_owner_account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  hosts text[] NOT NULL CHECK (cardinality(hosts) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  revoked_at timestamptz
);
CREATE UNIQUE INDEX host_grants_live ON host_grants (user_id, agent_id) WHERE revoked_at IS NULL;
