-- Moves part of a live hold into a separate hold, for a called run that ends now, together with the amount that was
-- reserved for its uncovered model calls. The cap of the first hold falls by the same amount, so that a run and all its
-- child runs never cost more than that cap. The total held by the payer's wallet and its counted spending do not
-- change. Raises LG002 and LG003.
CREATE OR REPLACE FUNCTION ledger_divide_hold(_from text, _run text, _amount bigint, _uncovered bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_from, NULL);
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _from USING ERRCODE = 'LG002';
  END IF;
  IF _amount < 0 OR _amount > hold.amount THEN
    RAISE EXCEPTION 'run % holds % and cannot pay % of run %', _from, hold.amount, _amount, _run
      USING ERRCODE = 'LG003';
  END IF;
  _uncovered := least(_uncovered, hold.uncovered);
  UPDATE holds SET amount = amount - _amount, cap = cap - _amount, uncovered = uncovered - _uncovered
    WHERE run_id = _from;
  INSERT INTO holds (run_id, account_id, amount, cap, uncovered, counts_on, api_key_id)
    VALUES (_run, hold.account_id, _amount, _amount, _uncovered, hold.counts_on, hold.api_key_id);
END $$;
