-- Lists the spending limits of accounts (key '') and of their API keys, in nano-USD; null means no limit.
CREATE OR REPLACE VIEW key_limits AS
  SELECT account_id, key_id, per_run, per_day, per_month FROM spending_limits;
