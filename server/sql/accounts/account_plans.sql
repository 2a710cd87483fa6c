-- Lists the plan of each account.
CREATE OR REPLACE VIEW account_plans AS
  SELECT id AS account_id, plan_type FROM accounts;
