-- Reserves the possible uncovered cost of a live run's model calls, in nano-USD. Returns false if this is more than the
-- platform may still lose on runs of its caller today. In that case the next model call must not be sent. Raises LG002.
CREATE OR REPLACE FUNCTION ledger_risk(_run text, _uncovered bigint, _free_per_day bigint) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_run, NULL);
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _run USING ERRCODE = 'LG002';
  END IF;
  IF _uncovered > hold.uncovered THEN
    IF _uncovered > ledger_free_losses(hold.account_id, _run, _free_per_day) THEN
      RETURN false;
    END IF;
    UPDATE holds SET uncovered = _uncovered WHERE run_id = _run;
  END IF;
  RETURN true;
END $$;
