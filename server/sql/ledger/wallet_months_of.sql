-- Returns the months of one account's wallet. This is a function because the planner of a view cannot know that only
-- few postings come after the watermark, and would read whole tables.
CREATE OR REPLACE FUNCTION wallet_months_of(_account text) RETURNS TABLE (month date, kind text, entries bigint, amount bigint)
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT m.month, m.kind, sum(m.entries)::bigint, sum(m.amount)::bigint
  FROM wallet_movements m
  WHERE m.ledger_account_id = (SELECT w.wallet_ledger_id FROM wallets w WHERE w.account_id = _account)
  GROUP BY m.month, m.kind
$$;
