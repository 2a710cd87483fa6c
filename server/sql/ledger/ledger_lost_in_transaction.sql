-- Returns the amount that the platform lost in the current transaction, in nano-USD: the cost that providers are not
-- refunded, and refunded earnings that were already spent.
CREATE OR REPLACE FUNCTION ledger_lost_in_transaction() RETURNS bigint LANGUAGE sql AS $$
  SELECT coalesce(-sum(amount), 0)::bigint FROM postings
  WHERE ledger_account_id = 'loss' AND xid = pg_current_xact_id()
$$;
