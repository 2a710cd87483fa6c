-- What agents remember between runs with `stoa.memory`.

-- An agent has a store for each person who runs it, and a store without a person, which all of its runs share. Each write
-- locks its store, so that parallel writes together cannot exceed the limits.
CREATE TABLE remembered_stores (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  agent_id integer NOT NULL REFERENCES agents,
  user_id text COLLATE "C" REFERENCES users,
  -- The size of the store's rows in remembered_values, including values that have expired but are not removed yet.
  value_count integer NOT NULL DEFAULT 0 CHECK (value_count >= 0),
  bytes integer NOT NULL DEFAULT 0 CHECK (bytes >= 0),
  UNIQUE NULLS NOT DISTINCT (agent_id, user_id)
);
CREATE INDEX remembered_stores_person ON remembered_stores (user_id) WHERE user_id IS NOT NULL;

-- Values are JSON as the agent wrote it. No query reads their content.
CREATE TABLE remembered_values (
  store_id bigint NOT NULL REFERENCES remembered_stores ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL CHECK (length(key) BETWEEN 1 AND 256),
  value text NOT NULL,
  expires_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (store_id, key)
);
CREATE INDEX remembered_values_expired ON remembered_values (expires_at) WHERE expires_at IS NOT NULL;
