-- Lists ended runs with their outcome, the cost to the caller and the developer's earnings, in nano-USD.
CREATE OR REPLACE VIEW ended_runs AS
  SELECT id AS run_id, ended_at, status, account_id, user_id, agent_id, agent_name, developer_account_id, depth,
    cost + failure_charge AS paid, net, end_occasion
  FROM runs WHERE ended_at IS NOT NULL;
