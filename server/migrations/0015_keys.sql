-- Several API keys per account, what an account and each of its keys may spend, and people who leave.

-- Keys --------------------------------------------------------------------------------------------------------

-- A named key is shown once, so only its hash and how it begins are kept; the main one is sealed (reading 23).
-- Revoked keys stay for a while, because runs that they started still count with them, and go with their days.
ALTER TABLE api_keys
  ALTER sealed_key DROP NOT NULL,
  ADD COLUMN prefix text,
  ADD COLUMN expires_at timestamptz,
  ADD CONSTRAINT api_keys_main_is_sealed CHECK (name <> 'main' OR sealed_key IS NOT NULL);
DROP INDEX api_keys_live_name;
CREATE UNIQUE INDEX api_keys_live_name ON api_keys (account_id, lower(name)) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at);
CREATE INDEX api_keys_revoked ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;

-- Spending limits ---------------------------------------------------------------------------------------------

-- What may be spent at most, in nano-USD; null is no limit. key_id is '' for the account itself. A named key has a
-- row from its creation on and an account from its first limit on: whatever has a row is counted below. Rows go with
-- their key, or when the account's owner leaves.
CREATE TABLE spending_limits (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  key_id text COLLATE "C" NOT NULL DEFAULT '',
  per_run bigint CHECK (per_run >= 0),
  per_day bigint CHECK (per_day >= 0),
  per_month bigint CHECK (per_month >= 0),
  PRIMARY KEY (account_id, key_id)
);

-- What the runs that began on a UTC day cost, and what those of them that still run hold. Changed only under the lock
-- of the account's wallet, as holds are, so that nothing is started or grown past a limit however many start at once.
-- Rows go after two months, when no limit looks at them any more.
CREATE TABLE spending_days (
  account_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (account_id, key_id, day)
) WITH (fillfactor = 70);
CREATE INDEX spending_days_age ON spending_days (day);

-- Where a hold counts; null where nothing is counted. What a run led to counts with the hold at its root.
ALTER TABLE holds
  ADD COLUMN counts_on date,
  ADD COLUMN api_key_id text COLLATE "C";

-- The limits per day and month that hold for runs of a day, with what counts towards them.
CREATE FUNCTION spending_bounds(_account text, _key text, _day date)
  RETURNS TABLE (scope text, period text, bound bigint, counted bigint)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT CASE l.key_id WHEN '' THEN 'account' ELSE 'key' END, p.period, p.bound,
    (SELECT coalesce(sum(d.amount), 0)::bigint FROM spending_days d
      WHERE d.account_id = l.account_id AND d.key_id = l.key_id AND d.day BETWEEN p.first_day AND p.last_day)
  FROM spending_limits l CROSS JOIN LATERAL (VALUES
    ('day', l.per_day, _day, _day),
    ('month', l.per_month, date_trunc('month', _day::timestamp)::date,
      (date_trunc('month', _day::timestamp) + interval '1 month - 1 day')::date)
  ) AS p (period, bound, first_day, last_day)
  WHERE l.account_id = _account AND l.key_id IN ('', _key) AND p.bound IS NOT NULL;
END $$;

-- The limit that leaves a run starting today the least, the limits per run among them. No row where there is none.
CREATE FUNCTION tightest_spending_bound(_account text, _key text)
  RETURNS TABLE (scope text, period text, bound bigint, counted bigint)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT b.scope, b.period, b.bound, b.counted FROM (
    SELECT CASE l.key_id WHEN '' THEN 'account' ELSE 'key' END AS scope, 'run' AS period, l.per_run AS bound,
      0::bigint AS counted
    FROM spending_limits l
    WHERE l.account_id = _account AND l.key_id IN ('', _key) AND l.per_run IS NOT NULL
    UNION ALL
    SELECT * FROM spending_bounds(_account, _key, (now() AT TIME ZONE 'UTC')::date)
  ) b
  ORDER BY b.bound - b.counted, b.scope, b.period LIMIT 1;
END $$;

CREATE FUNCTION count_spending(_hold holds, _change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE spending_days SET amount = amount + _change
    WHERE account_id = _hold.account_id AND key_id IN ('', _hold.api_key_id) AND day = _hold.counts_on;
END $$;

-- Cuts the cap and the hold of a run that starts to what its limits leave, and counts the hold from now on. The
-- wallet is locked. Raises RN003 where they leave less than _needed, or nothing to a run that may cost something;
-- the detail says which limit it is. Returns the cap.
CREATE FUNCTION limit_hold(_run text, _key text, _needed bigint) RETURNS bigint LANGUAGE plpgsql AS $$
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

-- What the runs of an account that began today cost and hold, read from the runs themselves.
CREATE FUNCTION spent_today(_account text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  first_id text := run_id_at(date_trunc('day', now(), 'UTC'));
BEGIN
  RETURN (
    SELECT coalesce(sum(r.cost + coalesce(h.amount, 0)), 0)
    FROM runs r LEFT JOIN holds h ON h.run_id = r.id AND h.state = 'live'
    WHERE r.account_id = _account AND r.id >= first_id AND r.root_id >= first_id
  );
END $$;

-- Sets the limits of an account ('') or of one of its keys. An account's first ones find what it has spent today.
CREATE FUNCTION set_spending_limits(_account text, _key text, _per_run bigint, _per_day bigint, _per_month bigint)
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
    UPDATE holds h SET counts_on = today FROM runs r
      WHERE r.account_id = _account AND r.id >= run_id_at(date_trunc('day', now(), 'UTC'))
        AND r.status IN ('queued', 'running') AND r.depth = 0
        AND h.run_id = r.id AND h.state = 'live' AND h.counts_on IS NULL;
    INSERT INTO spending_days (account_id, key_id, day, amount) VALUES (_account, '', today, spent_today(_account));
  END IF;
END $$;

-- As in 0002, within the limits of the run's account and key.
CREATE OR REPLACE FUNCTION ledger_extend(_run text, _total bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_run, NULL);
  growth bigint := least(_total, hold.cap) - hold.amount;
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _run USING ERRCODE = 'LG002';
  END IF;
  IF growth > 0 AND hold.counts_on IS NOT NULL THEN
    growth := least(growth, (SELECT min(b.bound - b.counted)
      FROM spending_bounds(hold.account_id, hold.api_key_id, hold.counts_on) b));
  END IF;
  IF growth > 0 THEN
    growth := least(growth, ledger_free_balance(hold.account_id, growth));
  END IF;
  IF growth <= 0 THEN
    RETURN hold.amount;
  END IF;
  UPDATE holds SET amount = amount + growth WHERE run_id = _run;
  UPDATE wallets SET held = held + growth WHERE account_id = hold.account_id;
  IF hold.counts_on IS NOT NULL THEN
    PERFORM count_spending(hold, growth);
  END IF;
  RETURN hold.amount + growth;
END $$;

-- As in 0002; what is given back does not count.
CREATE OR REPLACE FUNCTION ledger_release(_run text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_run, NULL);
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RETURN false;
  END IF;
  UPDATE holds SET state = 'released', ended_at = now() WHERE run_id = _run;
  UPDATE wallets SET held = held - hold.amount WHERE account_id = hold.account_id;
  IF hold.counts_on IS NOT NULL THEN
    PERFORM count_spending(hold, -hold.amount);
  END IF;
  RETURN true;
END $$;

-- As in 0002; what a run did not use of its hold does not count.
CREATE OR REPLACE FUNCTION ledger_settle(
  _run text, _charge bigint, _model_cost bigint, _developer text, _share numeric, _sponsor_limit bigint,
  _agent integer, _agent_name text
) RETURNS transfers LANGUAGE plpgsql AS $$
DECLARE
  borne bigint := least(_charge, _model_cost);
  rest bigint := _charge - borne;
  net bigint := floor(rest * _share / 100);
  gap bigint := _model_cost - borne;
  sponsoring boolean := gap > 0 AND _sponsor_limit > 0;
  hold holds := ledger_lock_hold(_run, CASE WHEN sponsoring THEN _developer END);
  wallet_ledger text;
  earnings_ledger text;
  lines ledger_line[];
  line ledger_line;
  promo bigint := 0;
  borne_promo bigint := 0;
  net_promo bigint := 0;
  sponsor_lines ledger_line[] := '{}';
  sponsored bigint := 0;
  loss bigint;
  transfer transfers;
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _run USING ERRCODE = 'LG002';
  END IF;
  IF _charge > hold.amount THEN
    RAISE EXCEPTION 'run % holds % and cannot be charged %', _run, hold.amount, _charge USING ERRCODE = 'LG003';
  END IF;
  IF _charge < 0 OR _model_cost < 0 OR _sponsor_limit < 0 OR _share NOT BETWEEN 0 AND 100 THEN
    RAISE EXCEPTION 'a figure of the settlement of % is out of range', _run USING ERRCODE = 'LG008';
  END IF;
  SELECT id INTO earnings_ledger FROM ledger_accounts WHERE account_id = _developer AND kind = 'earnings';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'account % has no wallet', _developer USING ERRCODE = 'LG001';
  END IF;

  UPDATE holds SET state = 'settled', ended_at = now() WHERE run_id = _run;
  UPDATE wallets SET balance = balance - _charge, held = held - hold.amount, spent = spent + _charge
    WHERE account_id = hold.account_id RETURNING wallet_ledger_id INTO wallet_ledger;
  IF hold.counts_on IS NOT NULL THEN
    PERFORM count_spending(hold, _charge - hold.amount);
  END IF;
  lines := ledger_spend_lots(hold.account_id, wallet_ledger, _charge);
  FOREACH line IN ARRAY lines LOOP
    IF line.funding = 'promo' THEN
      promo := promo - line.amount;
    END IF;
  END LOOP;
  IF promo > 0 THEN
    borne_promo := div(promo::numeric * borne, _charge);
    net_promo := CASE WHEN rest > 0 THEN div((promo - borne_promo)::numeric * net, rest) ELSE 0 END;
  END IF;
  IF sponsoring THEN
    sponsor_lines := ledger_sponsor(_developer, least(gap, _sponsor_limit));
    SELECT coalesce(sum(amount), 0) INTO sponsored FROM unnest(sponsor_lines) WHERE lot_id IS NULL;
  END IF;
  loss := gap - sponsored;

  INSERT INTO transfers (kind, run_id, agent_id, agent_name, payer_account_id, developer_account_id,
      gross, model_cost, fee, net, sponsored, loss)
    VALUES ('run', _run, _agent, _agent_name, hold.account_id, _developer,
      _charge, _model_cost, rest - net, net, sponsored, loss)
    RETURNING * INTO transfer;
  PERFORM ledger_post(transfer.id, lines || sponsor_lines || ARRAY[
    ('model_cost_payable', borne_promo, NULL, 'promo'),
    ('model_cost_payable', borne - borne_promo + loss, NULL, 'paid'),
    (earnings_ledger, net_promo, NULL, 'promo'),
    (earnings_ledger, net - net_promo, NULL, 'paid'),
    ('platform_revenue', promo - borne_promo - net_promo, NULL, 'promo'),
    ('platform_revenue', rest - net - (promo - borne_promo - net_promo), NULL, 'paid'),
    ('loss', -loss, NULL, 'paid')
  ]::ledger_line[]);
  RETURN transfer;
END $$;

-- As in 0004, with insert_run, and within the limits of its account and key (RN003), which may cut the cap.
DROP FUNCTION start_run(runs, text, json, bigint, bigint, text, text, bytea);
CREATE FUNCTION start_run(
  run runs, p_task text, p_input json, p_hold bigint, p_needed bigint,
  p_route text, p_key text, p_body_hash bytea
) RETURNS TABLE (run_id text, started boolean, same_body boolean, held bigint, cap bigint)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  taken idempotency_keys;
  placed bigint;
BEGIN
  run.id := new_id('run');
  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys AS k (account_id, route, key, body_hash, run_id)
      VALUES (run.account_id, p_route, p_key, p_body_hash, run.id)
      ON CONFLICT (account_id, route, key) DO UPDATE
        SET body_hash = excluded.body_hash, run_id = excluded.run_id, created_at = now()
        WHERE k.created_at < now() - interval '24 hours';
    IF NOT FOUND THEN
      SELECT * INTO taken FROM idempotency_keys k
        WHERE k.account_id = run.account_id AND k.route = p_route AND k.key = p_key;
      RETURN QUERY SELECT taken.run_id, false, taken.body_hash = p_body_hash, 0::bigint, 0::bigint;
      RETURN;
    END IF;
  END IF;
  PERFORM insert_run(run, p_task, p_input);
  -- Last, because from here on the wallet is locked.
  placed := ledger_hold(run.account_id, run.id, p_hold, run.cap);
  IF placed IS NULL THEN
    IF ledger_hold(run.account_id, run.id, p_needed, run.cap) IS NULL THEN
      RAISE EXCEPTION 'the balance of % does not carry %', run.account_id, p_needed USING ERRCODE = 'RN002';
    END IF;
    placed := ledger_extend(run.id, p_hold);
  END IF;
  -- Under that lock limits and what counts towards them stand still; most accounts have none.
  IF EXISTS (SELECT FROM spending_limits l WHERE l.account_id = run.account_id AND l.key_id IN ('', run.api_key_id)) THEN
    run.cap := limit_hold(run.id, run.api_key_id, p_needed);
    UPDATE runs r SET cap = run.cap WHERE r.id = run.id AND r.cap > run.cap;
    SELECT h.amount INTO placed FROM holds h WHERE h.run_id = run.id;
  END IF;
  RETURN QUERY SELECT run.id, true, true, placed, run.cap;
END $$;

-- People who leave -------------------------------------------------------------------------------------------

-- Whoever has deleted their account and whose contents are still being removed: in batches, so by whichever node
-- comes to it, also after a crash. A row goes when nothing is left.
CREATE TABLE account_erasures (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL DEFAULT now()
);
