-- Money of a run: held before it starts, grown while it runs, settled or given back once (readings 17 to 19).

-- The hold of a run as it stands once the wallets are locked: its payer's, and that of _also when given, in the
-- order of their ids so that two of these never wait for each other. NULL when there is no such hold.
CREATE FUNCTION ledger_lock_hold(_run text, _also text) RETURNS holds LANGUAGE plpgsql AS $$
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

-- Locks a wallet and returns what it can still hold: its lots past their time are expired first, and where the
-- rest is less than _needed, its owner's earnings are claimed.
CREATE FUNCTION ledger_free_balance(_account text, _needed bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_account);
  free bigint := wallet.balance - wallet.held;
BEGIN
  IF EXISTS (SELECT FROM wallet_lots WHERE account_id = _account AND is_open AND expires_at <= now()) THEN
    free := free - ledger_expire_wallet(_account);
  END IF;
  IF free < _needed THEN
    free := free + ledger_claim_earnings(_account);
  END IF;
  RETURN free;
END $$;

-- Places a run's hold. Returns what is held, NULL when the free balance is below it.
CREATE FUNCTION ledger_hold(_account text, _run text, _amount bigint, _cap bigint) RETURNS bigint
  LANGUAGE plpgsql AS $$
BEGIN
  IF ledger_free_balance(_account, _amount) < _amount THEN
    RETURN NULL;
  END IF;
  INSERT INTO holds (run_id, account_id, amount, cap) VALUES (_run, _account, _amount, _cap);
  UPDATE wallets SET held = held + _amount WHERE account_id = _account;
  RETURN _amount;
END $$;

-- Grows a live hold towards _total, as far as its cap and the free balance go; it never shrinks. Returns what
-- it has reached.
CREATE FUNCTION ledger_extend(_run text, _total bigint) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_run, NULL);
  growth bigint := least(_total, hold.cap) - hold.amount;
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _run USING ERRCODE = 'LG002';
  END IF;
  IF growth > 0 THEN
    growth := least(growth, ledger_free_balance(hold.account_id, growth));
  END IF;
  IF growth <= 0 THEN
    RETURN hold.amount;
  END IF;
  UPDATE holds SET amount = amount + growth WHERE run_id = _run;
  UPDATE wallets SET held = held + growth WHERE account_id = hold.account_id;
  RETURN hold.amount + growth;
END $$;

-- Gives a hold back whole. False when it had ended or never was.
CREATE FUNCTION ledger_release(_run text) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_run, NULL);
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RETURN false;
  END IF;
  UPDATE holds SET state = 'released', ended_at = now() WHERE run_id = _run;
  UPDATE wallets SET held = held - hold.amount WHERE account_id = hold.account_id;
  RETURN true;
END $$;

-- Draws on a locked wallet's lots: promo before earned before paid, what expires soonest first, earnings that
-- cannot be withdrawn before those that can. Returns the wallet's postings; wallets.balance is the caller's.
CREATE FUNCTION ledger_spend_lots(_account text, _wallet_ledger text, _amount bigint) RETURNS ledger_line[]
  LANGUAGE plpgsql AS $$
DECLARE
  missing bigint := _amount;
  part bigint;
  lot wallet_lots;
  lines ledger_line[] := '{}';
BEGIN
  IF _amount = 0 THEN
    RETURN lines;
  END IF;
  FOR lot IN
    SELECT * FROM wallet_lots WHERE account_id = _account AND is_open
    ORDER BY array_position(ARRAY['promo', 'earned', 'paid'], source), expires_at NULLS LAST,
      array_position(ARRAY['promo', 'paid'], funding), created_at, id
  LOOP
    part := least(lot.remaining, missing);
    UPDATE wallet_lots SET remaining = remaining - part WHERE id = lot.id;
    lines := lines || (_wallet_ledger, -part, lot.id, lot.funding)::ledger_line;
    missing := missing - part;
    EXIT WHEN missing = 0;
  END LOOP;
  IF missing > 0 THEN
    RAISE EXCEPTION 'the lots of % do not carry %', _account, _amount USING ERRCODE = 'LG005';
  END IF;
  RETURN lines;
END $$;

-- Lets a developer bear model cost from their own wallet, whose row is locked. Returns the postings.
CREATE FUNCTION ledger_sponsor(_developer text, _limit bigint) RETURNS ledger_line[] LANGUAGE plpgsql AS $$
DECLARE
  part bigint := least(_limit, ledger_free_balance(_developer, _limit));
  wallet wallets := ledger_lock_wallet(_developer);
  lines ledger_line[] := ledger_spend_lots(_developer, wallet.wallet_ledger_id, part);
BEGIN
  UPDATE wallets SET balance = balance - part, spent = spent + part WHERE account_id = _developer;
  RETURN lines || ARRAY(
    SELECT ('model_cost_payable', -amount, NULL, funding)::ledger_line FROM unnest(lines)
  );
END $$;

-- Ends a hold with a charge and books where it went. Model cost comes off first, the developer gets the share
-- of the rest rounded down, the platform what remains; model cost above the charge is the sponsor's up to
-- _sponsor_limit (0 for a failed run) and the wallet's free balance, then the platform's loss. Promo funding is
-- spread over model cost, developer and platform in proportion, to the nano-dollar.
CREATE FUNCTION ledger_settle(
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
