-- Gives a live hold back the part of its cap that ledger_divide_hold took and the child run did not
-- need.
CREATE OR REPLACE FUNCTION ledger_raise_cap(_run text, _amount bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE holds SET cap = cap + _amount WHERE run_id = _run AND state = 'live';
END $$;
