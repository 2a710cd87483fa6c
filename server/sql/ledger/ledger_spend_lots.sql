-- Draws an amount from a locked wallet's lots: promo credits before earnings before paid credits, credits that expire
-- sooner first, and earnings that cannot be withdrawn before earnings that can. Returns the wallet's postings; the
-- caller changes wallets.balance. Raises LG005.
CREATE OR REPLACE FUNCTION ledger_spend_lots(_account text, _wallet_ledger text, _amount bigint) RETURNS ledger_line[]
  LANGUAGE plpgsql AS $$
DECLARE
  missing bigint := _amount;
  part bigint;
  lot wallet_lots;
  lines ledger_line[] := '{}';
BEGIN
  IF _amount = 0 THEN
    RETURN lines;
  END IF;
  FOR lot IN
    SELECT * FROM wallet_lots WHERE account_id = _account AND is_open
    ORDER BY array_position(ARRAY['promo', 'earned', 'paid'], source), expires_at NULLS LAST,
      array_position(ARRAY['promo', 'paid'], funding), created_at, id
  LOOP
    part := least(lot.remaining, missing);
    UPDATE wallet_lots SET remaining = remaining - part WHERE id = lot.id;
    lines := lines || (_wallet_ledger, -part, lot.id, lot.funding)::ledger_line;
    missing := missing - part;
    EXIT WHEN missing = 0;
  END LOOP;
  IF missing > 0 THEN
    RAISE EXCEPTION 'the lots of % do not carry %', _account, _amount USING ERRCODE = 'LG005';
  END IF;
  RETURN lines;
END $$;
