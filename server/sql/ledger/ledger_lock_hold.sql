-- Locks the wallet of a run's payer, and the wallet of _also if it is given, and returns the run's hold. Wallets are
-- locked in the order of their ids, so that two calls never wait for each other. Returns NULL if the run has no hold.
CREATE OR REPLACE FUNCTION ledger_lock_hold(_run text, _also text) RETURNS holds LANGUAGE plpgsql AS $$
DECLARE
  hold holds;
BEGIN
  SELECT * INTO hold FROM holds WHERE run_id = _run;
  IF FOUND THEN
    PERFORM FROM wallets WHERE account_id IN (hold.account_id, _also) ORDER BY account_id FOR UPDATE;
    SELECT * INTO hold FROM holds WHERE run_id = _run;
  END IF;
  RETURN hold;
END $$;
