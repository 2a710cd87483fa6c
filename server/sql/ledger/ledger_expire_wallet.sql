-- Expires a wallet's lots that are past their expiry date, except for the amount that live holds need. Returns the
-- amount that expired, in nano-USD. Raises LG001.
CREATE OR REPLACE FUNCTION ledger_expire_wallet(_account text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_account);
  free bigint := wallet.balance - wallet.held;
  expired bigint := 0;
  part bigint;
  lot wallet_lots;
  transfer text;
BEGIN
  FOR lot IN
    SELECT * FROM wallet_lots WHERE account_id = _account AND is_open AND expires_at <= now()
    ORDER BY expires_at, id
  LOOP
    part := least(lot.remaining, free - expired);
    EXIT WHEN part = 0;
    INSERT INTO transfers (kind, payer_account_id, grant_kind, grant_period)
      VALUES ('expiry', _account, lot.kind, lot.period) RETURNING id INTO transfer;
    PERFORM ledger_post(transfer, ARRAY[
      (wallet.wallet_ledger_id, -part, lot.id, lot.funding), ('promo_expense', part, NULL, lot.funding)
    ]::ledger_line[]);
    UPDATE wallet_lots SET remaining = remaining - part WHERE id = lot.id;
    expired := expired + part;
  END LOOP;
  IF expired > 0 THEN
    UPDATE wallets SET balance = balance - expired WHERE account_id = _account;
  END IF;
  RETURN expired;
END $$;
