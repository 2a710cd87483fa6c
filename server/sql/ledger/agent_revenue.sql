-- Lists the revenue of agents by UTC day, in nano-USD: the roll-up plus the postings after the watermark.
CREATE OR REPLACE VIEW agent_revenue AS
  SELECT agent_id, day, executions, gross, model_cost, fee, revenue FROM agent_revenue_days
  UNION ALL
  SELECT agent_id, day, executions, gross, model_cost, fee, revenue FROM agent_revenue_facts
  WHERE xid >= (SELECT rolled_before FROM ledger_watermark);
