-- Locks the wallet of an account and returns the unspent amount that the account earned or paid for, in nano-USD.
-- Raises LG001 for an account without a wallet.
CREATE OR REPLACE FUNCTION ledger_unspent(_account text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_account);
BEGIN
  RETURN (SELECT e.total FROM ledger_account_balance(wallet.earnings_ledger_id) e)
    + (SELECT coalesce(sum(l.remaining), 0)::bigint FROM wallet_lots l
      WHERE l.account_id = _account AND l.is_open AND l.source IN ('earned', 'paid'));
END $$;
