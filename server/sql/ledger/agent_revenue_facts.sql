-- Lists how each run or refund changed its agent's revenue, in nano-USD: gross = model_cost + fee + revenue. Model
-- cost that the developer sponsored lowers the revenue; the platform's losses do not. A run that only lost money
-- failed. Failure charges are not revenue, so they have no row.
CREATE OR REPLACE VIEW agent_revenue_facts AS
  SELECT xid, agent_id, (created_at AT TIME ZONE 'UTC')::date AS day,
    (kind = 'run' AND (gross > 0 OR sponsored > 0 OR loss = 0))::integer::bigint AS executions,
    gross, model_cost - loss AS model_cost, fee, net - sponsored AS revenue
  FROM transfers
  WHERE agent_id IS NOT NULL AND developer_account_id IS NOT NULL;
