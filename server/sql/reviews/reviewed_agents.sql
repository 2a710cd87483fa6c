-- Lists the agents that each person has reviewed.
CREATE OR REPLACE VIEW reviewed_agents AS
  SELECT user_id, agent_id FROM agent_reviews;
