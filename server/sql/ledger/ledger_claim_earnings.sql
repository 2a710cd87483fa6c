-- Moves all of an account's earnings into its wallet. The promo-funded part becomes a separate lot, which may be
-- spent but never withdrawn. Earnings are debited only under the wallet's lock, so they never fall below 0 while
-- credits arrive without a lock. Returns the amount moved, in nano-USD. Raises LG001.
CREATE OR REPLACE FUNCTION ledger_claim_earnings(_account text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_account);
  earnings record;
  part record;
  lot text;
  transfer text;
  lines ledger_line[] := '{}';
BEGIN
  SELECT total, promo INTO earnings FROM ledger_account_balance(wallet.earnings_ledger_id);
  IF earnings.total = 0 THEN
    RETURN 0;
  END IF;
  FOR part IN
    SELECT * FROM (VALUES ('promo', earnings.promo), ('paid', earnings.total - earnings.promo))
      AS v(funding, amount) WHERE amount > 0
  LOOP
    INSERT INTO wallet_lots AS l (account_id, source, funding, kind, period, granted, remaining)
      VALUES (_account, 'earned', part.funding, 'earnings', part.funding, part.amount, part.amount)
      ON CONFLICT (account_id, kind, period) DO UPDATE
        SET granted = l.granted + excluded.granted, remaining = l.remaining + excluded.remaining
      RETURNING id INTO lot;
    lines := lines || ARRAY[
      (wallet.earnings_ledger_id, -part.amount, NULL, part.funding),
      (wallet.wallet_ledger_id, part.amount, lot, part.funding)
    ]::ledger_line[];
  END LOOP;
  INSERT INTO transfers (kind, payer_account_id, developer_account_id) VALUES ('claim', _account, _account)
    RETURNING id INTO transfer;
  PERFORM ledger_post(transfer, lines);
  UPDATE wallets SET balance = balance + earnings.total, claimed = claimed + earnings.total
    WHERE account_id = _account;
  RETURN earnings.total;
END $$;
