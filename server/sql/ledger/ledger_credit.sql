-- Adds a new lot to a wallet, paid by a platform account. Amounts are nano-USD. Returns false if the account already
-- has a lot of this kind and period. Raises LG001, and LG008 if the amount is not positive.
CREATE OR REPLACE FUNCTION ledger_credit(
  _account text, _transfer_kind text, _kind text, _period text, _amount bigint, _source text,
  _expires_at timestamptz, _from text, _external_ref text
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets;
  lot text;
  transfer text;
BEGIN
  IF _amount IS NULL OR _amount <= 0 THEN
    RAISE EXCEPTION 'a credit of % is not positive', _amount USING ERRCODE = 'LG008';
  END IF;
  wallet := ledger_lock_wallet(_account);
  INSERT INTO wallet_lots (account_id, source, funding, kind, period, granted, remaining, expires_at)
    VALUES (_account, _source, _source, _kind, _period, _amount, _amount, _expires_at)
    ON CONFLICT (account_id, kind, period) DO NOTHING
    RETURNING id INTO lot;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  INSERT INTO transfers (kind, payer_account_id, grant_kind, grant_period, external_ref)
    VALUES (_transfer_kind, _account, _kind, _period, _external_ref)
    RETURNING id INTO transfer;
  PERFORM ledger_post(transfer, ARRAY[
    (_from, -_amount, NULL, _source), (wallet.wallet_ledger_id, _amount, lot, _source)
  ]::ledger_line[]);
  UPDATE wallets SET balance = balance + _amount WHERE account_id = _account;
  RETURN true;
END $$;
