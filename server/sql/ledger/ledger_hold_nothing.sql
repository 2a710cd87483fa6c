-- Gives a run an empty hold if it has none, so that it can be settled. The hold of the root run pays for a child run,
-- and the child's part is divided off only if the child ends normally.
CREATE OR REPLACE FUNCTION ledger_hold_nothing(_account text, _run text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO holds (run_id, account_id, amount, cap) VALUES (_run, _account, 0, 0) ON CONFLICT DO NOTHING;
END $$;
