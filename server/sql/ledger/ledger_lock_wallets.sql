-- Locks the wallets of all accounts that the end of a run and of its child runs may charge, in the order in which
-- every transaction locks several wallets. Settling the runs one after another would lock them in the order of the
-- runs.
CREATE OR REPLACE FUNCTION ledger_lock_wallets(_accounts text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM wallets WHERE account_id = ANY (_accounts) ORDER BY account_id FOR UPDATE;
END $$;
