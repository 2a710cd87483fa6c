-- Lists the runs that have not ended.
CREATE OR REPLACE VIEW live_runs AS
  SELECT id AS run_id, created_at, account_id, user_id, agent_id, developer_account_id, parent_id, depth, node_id, epoch
  FROM runs WHERE status IN ('queued', 'running');
