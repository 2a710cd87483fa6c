-- The models of an agent's current version, as far as this server offers them: by the names of the models that answer, and
-- those that it does not offer, as the file writes them. Both follow the operator's settings; what the file names is in the
-- version's manifest. An agent with a missing model is in no list.
ALTER TABLE agents
  ADD COLUMN offered_models text[] NOT NULL DEFAULT '{}',
  ADD COLUMN missing_models text[] NOT NULL DEFAULT '{}';

-- Found by when the models that are offered change.
CREATE INDEX agent_versions_naming_models ON agent_versions (agent_id)
  WHERE jsonb_array_length(manifest -> 'models') > 0;
