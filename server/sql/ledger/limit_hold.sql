-- Reduces the cap and the hold of a starting run to the amount that its spending limits leave, and counts the hold from
-- now on. The caller has locked the wallet. Raises RN003 if the limits leave less than _needed, or nothing to a run
-- that may cost something; the error detail names the limit. Returns the cap in nano-USD.
CREATE OR REPLACE FUNCTION limit_hold(_run text, _key text, _needed bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
  hold holds;
  tightest record;
  room bigint;
  cut bigint := 0;
BEGIN
  SELECT * INTO hold FROM holds WHERE run_id = _run;
  SELECT * INTO tightest FROM tightest_spending_bound(hold.account_id, _key);
  IF FOUND THEN
    room := greatest(tightest.bound - tightest.counted, 0);
    IF room < _needed OR (room = 0 AND hold.cap > 0) THEN
      RAISE EXCEPTION 'the limit per % of % leaves %', tightest.period, hold.account_id, room
        USING ERRCODE = 'RN003', DETAIL = json_build_object('scope', tightest.scope, 'period', tightest.period,
          'bound', tightest.bound::text, 'counted', tightest.counted::text, 'needed', _needed::text);
    END IF;
    hold.cap := least(hold.cap, room);
    cut := greatest(hold.amount - room, 0);
  END IF;
  IF cut > 0 THEN
    UPDATE wallets SET held = held - cut WHERE account_id = hold.account_id;
  END IF;
  UPDATE holds SET amount = amount - cut, cap = hold.cap, counts_on = today, api_key_id = _key WHERE run_id = _run;
  INSERT INTO spending_days AS d (account_id, key_id, day, amount)
    SELECT l.account_id, l.key_id, today, hold.amount - cut FROM spending_limits l
    WHERE l.account_id = hold.account_id AND l.key_id IN ('', _key)
    ON CONFLICT (account_id, key_id, day) DO UPDATE SET amount = d.amount + excluded.amount;
  RETURN hold.cap;
END $$;
