-- What agents mean, to compare it with a search text.

-- What an agent's words mean as a vector, made by a job once for each version and each change of its words. One row
-- per agent; another state of it or another model replaces the row.
CREATE TABLE agent_embeddings (
  agent_id integer PRIMARY KEY REFERENCES agents ON DELETE CASCADE,
  -- The model that made the vector: vectors of two models cannot be compared.
  model text,
  -- The state of the agent that the vector describes: its version, and when its words last changed.
  version_id text COLLATE "C",
  words_changed_at timestamptz,
  -- Digest of the words, so that a new version with the same words is not embedded again.
  words_sha256 bytea,
  -- One signed byte for each dimension, of a vector of length 1. Null while the first one is being made.
  vector bytea,
  -- When the vector was made, which tells nodes what is new since they last looked.
  made_at timestamptz,
  -- Until then one node is making it; if it does not, another takes over.
  claimed_until timestamptz NOT NULL,
  CHECK (num_nulls(model, version_id, words_changed_at, words_sha256, vector, made_at) IN (0, 6))
);
CREATE INDEX agent_embeddings_made_at ON agent_embeddings (made_at);
