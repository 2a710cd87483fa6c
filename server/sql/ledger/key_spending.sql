-- Lists the spending of accounts (key '') and of their API keys that counts toward their limits, in
-- nano-USD. There is no row before the first amount of the month.
CREATE OR REPLACE VIEW key_spending AS
  SELECT account_id, key_id,
    coalesce(sum(amount) FILTER (WHERE day = (now() AT TIME ZONE 'UTC')::date), 0)::bigint AS today,
    sum(amount)::bigint AS this_month
  FROM spending_days WHERE day >= utc_month() GROUP BY account_id, key_id;
