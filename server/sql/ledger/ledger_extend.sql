-- Grows a live hold toward _total, as far as its cap, the spending limits of its account and key,
-- and the free balance allow. It never shrinks. Returns the amount that it has reached, in
-- nano-USD. Raises LG002.
CREATE OR REPLACE FUNCTION ledger_extend(_run text, _total bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_run, NULL);
  growth bigint := least(_total, hold.cap) - hold.amount;
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _run USING ERRCODE = 'LG002';
  END IF;
  IF growth > 0 AND hold.counts_on IS NOT NULL THEN
    growth := least(growth, (SELECT min(b.bound - b.counted)
      FROM spending_bounds(hold.account_id, hold.api_key_id, hold.counts_on) b));
  END IF;
  IF growth > 0 THEN
    growth := least(growth, ledger_free_balance(hold.account_id, growth));
  END IF;
  IF growth <= 0 THEN
    RETURN hold.amount;
  END IF;
  UPDATE holds SET amount = amount + growth WHERE run_id = _run;
  UPDATE wallets SET held = held + growth WHERE account_id = hold.account_id;
  IF hold.counts_on IS NOT NULL THEN
    PERFORM count_spending(hold, growth);
  END IF;
  RETURN hold.amount + growth;
END $$;
