-- Lists ended runs that are not counted yet, about a second's worth. Including them makes the figures exact at any
-- moment.
CREATE OR REPLACE VIEW run_facts_waiting AS
  SELECT f.developer_account_id, f.agent_id, f.day, f.succeeded, f.failed, f.tokens, f.bucket, f.user_account_id
  FROM run_facts((SELECT array_agg(u.payload) FROM uncounted_runs u)) f;
