-- Sets the limits of an account (key '') or of one of its keys, in nano-USD. The first limits of an account count its
-- spending and its holds of today.
CREATE OR REPLACE FUNCTION set_spending_limits(_account text, _key text, _per_run bigint, _per_day bigint, _per_month bigint)
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  PERFORM ledger_lock_wallet(_account);
  INSERT INTO spending_limits (account_id, key_id, per_run, per_day, per_month)
    VALUES (_account, _key, _per_run, _per_day, _per_month) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    UPDATE spending_limits SET per_run = _per_run, per_day = _per_day, per_month = _per_month
      WHERE account_id = _account AND key_id = _key;
  ELSIF _key = '' THEN
    UPDATE holds h SET counts_on = today FROM live_runs r
      WHERE r.account_id = _account AND r.run_id >= run_id_at(date_trunc('day', now(), 'UTC')) AND r.depth = 0
        AND h.run_id = r.run_id AND h.state = 'live' AND h.counts_on IS NULL;
    INSERT INTO spending_days (account_id, key_id, day, amount) VALUES (_account, '', today, spent_today(_account));
  END IF;
END $$;
