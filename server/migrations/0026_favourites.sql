-- Agents that people have marked to find them again, and agents found by who made them.

-- A mark stays while its agent is switched off: lists leave the agent out until it is back.
CREATE TABLE favourites (
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  agent_id integer NOT NULL REFERENCES agents,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, agent_id)
);

-- All listed agents of one developer.
CREATE INDEX search_documents_owner ON search_documents (owner_account_id);
