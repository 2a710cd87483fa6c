-- The meaning of agents as vectors, for comparison with a search.

-- The meaning of an agent's words as a vector, computed by a job once for each version and each change of its words.
-- There is one row per agent. A new state of the agent or another model replaces the row.
CREATE TABLE agent_embeddings (
  agent_id integer PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
  -- The model that computed the vector. Vectors of two models cannot be compared.
  model text,
  -- The state of the agent that the vector describes: its version, and when its words last changed.
  version_id text COLLATE "C",
  words_changed_at timestamptz,
  -- The digest of the words, so that a new version with the same words is not embedded again.
  words_sha256 bytea,
  -- One signed byte for each dimension of a vector of length 1. Null until the first one has been computed.
  vector bytea,
  -- The time at which the vector was computed, by which nodes find new vectors.
  made_at timestamptz,
  -- Until this time one node computes the vector. After that, another node may take over.
  claimed_until timestamptz NOT NULL,
  CHECK (num_nulls(model, version_id, words_changed_at, words_sha256, vector, made_at) IN (0, 6))
);
CREATE INDEX agent_embeddings_made_at ON agent_embeddings (made_at);
