-- Lists the agents that an operator has suspended.
CREATE OR REPLACE VIEW suspended_agents AS
  SELECT id AS agent_id FROM agents WHERE suspended_at IS NOT NULL;
