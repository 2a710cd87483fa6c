-- Returns to a live hold a part of the cap that ledger_divide_hold took, because the child run cost less.
CREATE OR REPLACE FUNCTION ledger_raise_cap(_run text, _amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE holds SET cap = cap + _amount WHERE run_id = _run AND state = 'live';
END $$;
