-- Locks a wallet and returns the amount that is still available for holds, in nano-USD. First expires lots that are
-- past their expiry date. If the rest is less than _needed, claims the owner's earnings. Raises LG001.
CREATE OR REPLACE FUNCTION ledger_free_balance(_account text, _needed bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_account);
  free bigint := wallet.balance - wallet.held;
BEGIN
  IF EXISTS (SELECT FROM wallet_lots WHERE account_id = _account AND is_open AND expires_at <= now()) THEN
    free := free - ledger_expire_wallet(_account);
  END IF;
  IF free < _needed THEN
    free := free + ledger_claim_earnings(_account);
  END IF;
  RETURN free;
END $$;
