-- Gives a whole hold back. Returns false if it had ended or never existed. What is given back no longer counts towards
-- spending limits or possible losses.
CREATE OR REPLACE FUNCTION ledger_release(_run text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_run, NULL);
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RETURN false;
  END IF;
  UPDATE holds SET state = 'released', ended_at = now(), uncovered = 0 WHERE run_id = _run;
  UPDATE wallets SET held = held - hold.amount WHERE account_id = hold.account_id;
  IF hold.counts_on IS NOT NULL THEN
    PERFORM count_spending(hold, -hold.amount);
  END IF;
  RETURN true;
END $$;
