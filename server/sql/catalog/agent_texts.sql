-- Lists the fields that describe what agents do, for recommendations.
CREATE OR REPLACE VIEW agent_texts AS
  SELECT id AS agent_id, current_version_id, updated_at, name, description, documentation, tags, use_cases
  FROM agents;
