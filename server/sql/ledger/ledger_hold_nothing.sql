-- Gives a run an empty hold if it has none, so that it can be settled: the hold of its root run pays for a child run, whose
-- part is divided off only when it ends in an orderly way.
CREATE OR REPLACE FUNCTION ledger_hold_nothing(_account text, _run text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO holds (run_id, account_id, amount, cap) VALUES (_run, _account, 0, 0) ON CONFLICT DO NOTHING;
END $$;
