-- Locks a wallet's row and returns it. Raises LG001 if the account has no wallet. Every function that changes a wallet
-- locks its row first. That lock also guards the wallet's lots and holds. Error codes of the ledger: LG001 no such
-- wallet, LG002 the hold has ended, LG003 charge above the hold, LG004 already reversed, LG005 not covered, LG006
-- postings do not balance, LG007 cannot be reversed, LG008 amount out of range.
CREATE OR REPLACE FUNCTION ledger_lock_wallet(_account text) RETURNS wallets LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets;
BEGIN
  SELECT * INTO wallet FROM wallets WHERE account_id = _account FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % has no wallet', _account USING ERRCODE = 'LG001';
  END IF;
  RETURN wallet;
END $$;
