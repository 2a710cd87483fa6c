-- Places a run's hold. Returns the amount held, or NULL if the free balance is below it. Amounts are nano-USD. Raises
-- LG001.
CREATE OR REPLACE FUNCTION ledger_hold(_account text, _run text, _amount bigint, _cap bigint) RETURNS bigint
  LANGUAGE plpgsql AS $$
BEGIN
  IF ledger_free_balance(_account, _amount) < _amount THEN
    RETURN NULL;
  END IF;
  INSERT INTO holds (run_id, account_id, amount, cap) VALUES (_run, _account, _amount, _cap);
  UPDATE wallets SET held = held + _amount WHERE account_id = _account;
  RETURN _amount;
END $$;
