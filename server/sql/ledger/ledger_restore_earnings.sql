-- Increases a developer's earnings so that they cover a debit of _promo and _paid nano-USD. Earnings that were claimed
-- return from the free part of the wallet; the part that was already spent is the platform's loss. The caller has
-- locked the wallet.
CREATE OR REPLACE FUNCTION ledger_restore_earnings(_developer text, _promo bigint, _paid bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_developer);
  free bigint := wallet.balance - wallet.held;
  earnings record;
  part record;
  lot wallet_lots;
  taken bigint;
  restored bigint := 0;
  drawn bigint := 0;
  transfer text;
  lines ledger_line[] := '{}';
BEGIN
  SELECT total, promo INTO earnings FROM ledger_account_balance(wallet.earnings_ledger_id);
  FOR part IN
    SELECT * FROM (VALUES ('promo', _promo - earnings.promo), ('paid', _paid - (earnings.total - earnings.promo)))
      AS v(funding, short) WHERE short > 0
  LOOP
    SELECT * INTO lot FROM wallet_lots
      WHERE account_id = _developer AND kind = 'earnings' AND period = part.funding;
    taken := least(part.short, coalesce(lot.remaining, 0), free - drawn);
    UPDATE wallet_lots SET remaining = remaining - taken WHERE id = lot.id;
    lines := lines || ARRAY[
      (wallet.wallet_ledger_id, -taken, lot.id, part.funding),
      ('loss', taken - part.short, NULL, part.funding),
      (wallet.earnings_ledger_id, part.short, NULL, part.funding)
    ]::ledger_line[];
    drawn := drawn + taken;
    restored := restored + part.short;
  END LOOP;
  IF restored > 0 THEN
    INSERT INTO transfers (kind, payer_account_id, developer_account_id)
      VALUES ('clawback', _developer, _developer) RETURNING id INTO transfer;
    PERFORM ledger_post(transfer, lines);
    UPDATE wallets SET balance = balance - drawn, claimed = claimed - restored WHERE account_id = _developer;
  END IF;
END $$;
