-- Returns what the platform has lost by the current transaction, in nano-USD: what providers stay paid for, and
-- refunded earnings that were already spent.
CREATE OR REPLACE FUNCTION ledger_lost_in_transaction() RETURNS bigint LANGUAGE sql AS $$
  SELECT coalesce(-sum(amount), 0)::bigint FROM postings
  WHERE ledger_account_id = 'loss' AND xid = pg_current_xact_id()
$$;
