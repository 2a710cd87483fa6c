-- Lists how often each agent ran and how it is rated.
CREATE OR REPLACE VIEW agent_figures AS
  SELECT agent_id, executions, completed, failed, users, rating, reviews FROM agent_stats;
