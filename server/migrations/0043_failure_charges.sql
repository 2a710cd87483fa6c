-- A failed run is free for its caller up to an amount of model cost per account and UTC day. What its model calls cost
-- beyond that amount is charged to the caller out of the run's hold, as a movement of its own (failure_charge). Who ends
-- a run says how much is free; NULL for a run that failed by our fault, which is always free and is not counted.

-- Tables ------------------------------------------------------------------------------------------------------

-- What the platform lost on the last UTC day on which it lost something on runs of this account. Changed only under the
-- wallet's lock. Losses by our own faults are not counted.
ALTER TABLE wallets
  ADD COLUMN loss_day date,
  ADD COLUMN loss_of_day bigint NOT NULL DEFAULT 0 CHECK (loss_of_day >= 0);
UPDATE wallets w SET loss_day = (now() AT TIME ZONE 'UTC')::date, loss_of_day = lost.amount
  FROM (
    SELECT payer_account_id, sum(loss)::bigint AS amount FROM transfers
    WHERE loss > 0 AND kind = 'run' AND created_at >= date_trunc('day', now(), 'UTC') GROUP BY 1
  ) lost
  WHERE lost.payer_account_id = w.account_id;
DROP INDEX transfers_caller_loss, transfers_developer_loss;

-- What the model calls of a live run may cost beyond what its caller pays for them: the agent's price is too low or 0.
-- It counts towards what the platform may lose before it is spent.
ALTER TABLE holds
  ADD COLUMN uncovered bigint NOT NULL DEFAULT 0 CHECK (uncovered >= 0),
  ADD CONSTRAINT holds_uncovered_while_live CHECK (uncovered = 0 OR state = 'live');
CREATE INDEX holds_uncovered ON holds (account_id) WHERE uncovered > 0;

ALTER TABLE transfers
  DROP CONSTRAINT transfers_kind_check,
  ADD CONSTRAINT transfers_kind_check CHECK (kind IN ('grant', 'payment', 'run', 'failure_charge', 'claim', 'clawback',
    'expiry', 'reversal')),
  -- What was free per day when the model calls of a failed run were charged, for the payer's history.
  ADD COLUMN free_per_day bigint CHECK (free_per_day >= 0),
  -- It pays the providers and nobody else. It has no developer, so that it counts in no agent's revenue.
  ADD CONSTRAINT transfers_failure_charge CHECK (kind <> 'failure_charge' OR (
    num_nulls(run_id, agent_id, payer_account_id, free_per_day) = 0 AND developer_account_id IS NULL
    AND gross > 0 AND gross = model_cost));

-- `cost` of a failed run stays 0: what its agent did is free.
ALTER TABLE runs ADD COLUMN failure_charge bigint NOT NULL DEFAULT 0;
ALTER TABLE runs ADD CONSTRAINT runs_failure_charge CHECK (
  failure_charge = 0 OR (failure_charge > 0 AND cost = 0 AND status IN ('failed', 'timeout', 'cancelled')));

-- Money -------------------------------------------------------------------------------------------------------

-- What the platform may still lose on runs of an account today, besides what its live runs other than _run may cost
-- uncovered. The wallet is locked.
CREATE FUNCTION ledger_free_losses(_account text, _run text, _free_per_day bigint) RETURNS bigint
  LANGUAGE sql STABLE AS $$
  SELECT greatest(0, _free_per_day
    - CASE WHEN w.loss_day >= (now() AT TIME ZONE 'UTC')::date THEN w.loss_of_day ELSE 0 END
    - (SELECT coalesce(sum(h.uncovered), 0) FROM holds h
        WHERE h.account_id = _account AND h.uncovered > 0 AND h.run_id <> _run))::bigint
  FROM wallets w WHERE w.account_id = _account
$$;

-- Counts a loss of the day. The wallet is locked. A transaction that began before midnight may come after one that began
-- later: the later day stays.
CREATE FUNCTION ledger_count_loss(_account text, _loss bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  IF _loss > 0 THEN
    UPDATE wallets SET
      loss_of_day = CASE WHEN loss_day >= today THEN loss_of_day ELSE 0 END + _loss,
      loss_day = greatest(loss_day, today)
    WHERE account_id = _account;
  END IF;
END $$;

-- Sets aside what the model calls of a live run may cost uncovered. False when that is more than the platform may still
-- lose on runs of its caller today: the next call must not be sent.
CREATE FUNCTION ledger_risk(_run text, _uncovered bigint, _free_per_day bigint) RETURNS boolean LANGUAGE plpgsql AS $$
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

-- As before; what was set aside for its uncovered model calls is set aside no more.
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

-- As before; what was set aside for its uncovered model calls is set aside no more.
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

  UPDATE holds SET state = 'settled', ended_at = now(), uncovered = 0 WHERE run_id = _run;
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

-- Ends the hold of a run that is not charged for its work. Its model calls are the platform's loss as far as that is
-- free today, and else charged to the caller as far as the hold goes. _free_per_day NULL: all of it is the platform's
-- loss, which does not count.
CREATE FUNCTION ledger_settle_failed(
  _run text, _model_cost bigint, _developer text, _agent integer, _agent_name text, _free_per_day bigint,
  OUT transfer_id text, OUT charge bigint, OUT loss bigint
) LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_run, NULL);
  wallet_ledger text;
  lines ledger_line[];
  money transfers;
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _run USING ERRCODE = 'LG002';
  END IF;
  charge := 0;
  IF _free_per_day IS NOT NULL THEN
    charge := least(hold.amount,
      greatest(0, _model_cost - ledger_free_losses(hold.account_id, _run, _free_per_day)));
  END IF;
  IF charge > 0 THEN
    UPDATE holds SET amount = amount - charge WHERE run_id = _run;
    UPDATE wallets SET balance = balance - charge, held = held - charge, spent = spent + charge
      WHERE account_id = hold.account_id RETURNING wallet_ledger_id INTO wallet_ledger;
    lines := ledger_spend_lots(hold.account_id, wallet_ledger, charge);
    INSERT INTO transfers (kind, run_id, agent_id, agent_name, payer_account_id, gross, model_cost, fee, net, sponsored,
        loss, free_per_day)
      VALUES ('failure_charge', _run, _agent, _agent_name, hold.account_id, charge, charge, 0, 0, 0, 0, _free_per_day)
      RETURNING * INTO money;
    PERFORM ledger_post(money.id, lines || ARRAY(
      SELECT ('model_cost_payable', -amount, NULL, funding)::ledger_line FROM unnest(lines)
    ));
  END IF;
  money := ledger_settle(_run, 0, _model_cost - charge, _developer, 0, 0, _agent, _agent_name);
  IF _free_per_day IS NOT NULL THEN
    PERFORM ledger_count_loss(hold.account_id, money.loss);
  END IF;
  transfer_id := money.id;
  loss := money.loss;
END $$;

-- As before, with what was set aside for the uncovered model calls of the run that ends.
DROP FUNCTION ledger_divide_hold(text, text, bigint);
CREATE FUNCTION ledger_divide_hold(_from text, _run text, _amount bigint, _uncovered bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  hold holds := ledger_lock_hold(_from, NULL);
BEGIN
  IF hold.state IS DISTINCT FROM 'live' THEN
    RAISE EXCEPTION 'run % has no live hold', _from USING ERRCODE = 'LG002';
  END IF;
  IF _amount < 0 OR _amount > hold.amount THEN
    RAISE EXCEPTION 'run % holds % and cannot pay % of run %', _from, hold.amount, _amount, _run
      USING ERRCODE = 'LG003';
  END IF;
  _uncovered := least(_uncovered, hold.uncovered);
  UPDATE holds SET amount = amount - _amount, cap = cap - _amount, uncovered = uncovered - _uncovered
    WHERE run_id = _from;
  INSERT INTO holds (run_id, account_id, amount, cap, uncovered, counts_on, api_key_id)
    VALUES (_run, hold.account_id, _amount, _amount, _uncovered, hold.counts_on, hold.api_key_id);
END $$;

-- As before; what was charged for the model calls of a failed run can be given back, too.
CREATE OR REPLACE FUNCTION ledger_reverse(_transfer text, _reason text, _actor text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  original transfers;
  reversal text;
  debit record;
BEGIN
  SELECT * INTO original FROM transfers WHERE id = _transfer;
  IF NOT FOUND OR original.kind NOT IN ('grant', 'payment', 'run', 'failure_charge') THEN
    RAISE EXCEPTION 'transfer % cannot be reversed', _transfer USING ERRCODE = 'LG007';
  END IF;
  PERFORM FROM wallets WHERE account_id IN (original.payer_account_id, original.developer_account_id)
    ORDER BY account_id FOR UPDATE;
  IF EXISTS (SELECT FROM transfers WHERE reverses_id = _transfer) THEN
    RAISE EXCEPTION 'transfer % has been reversed before', _transfer USING ERRCODE = 'LG004';
  END IF;

  -- First what comes in: a developer who is refunded by the same reversal can give earnings back out of it.
  PERFORM ledger_undo_lots(_transfer);
  IF original.net > 0 THEN
    SELECT coalesce(sum(p.amount) FILTER (WHERE p.funding = 'promo'), 0)::bigint AS promo,
        coalesce(sum(p.amount) FILTER (WHERE p.funding = 'paid'), 0)::bigint AS paid
      INTO debit
      FROM postings p JOIN ledger_accounts a ON a.id = p.ledger_account_id
      WHERE p.transfer_id = _transfer AND a.kind = 'earnings';
    PERFORM ledger_restore_earnings(original.developer_account_id, debit.promo, debit.paid);
  END IF;

  INSERT INTO transfers (kind, reverses_id, run_id, agent_id, agent_name, payer_account_id,
      developer_account_id, grant_kind, grant_period, gross, model_cost, fee, net, sponsored, loss)
    VALUES ('reversal', _transfer, original.run_id, original.agent_id, original.agent_name,
      original.payer_account_id, original.developer_account_id, original.grant_kind, original.grant_period,
      -original.gross, -original.model_cost, -original.fee, -original.net, -original.sponsored, -original.loss)
    RETURNING id INTO reversal;
  PERFORM ledger_post(reversal, (
    SELECT array_agg((
      CASE p.ledger_account_id WHEN 'model_cost_payable' THEN 'loss' ELSE p.ledger_account_id END,
      -p.amount, p.lot_id, p.funding
    )::ledger_line)
    FROM postings p WHERE p.transfer_id = _transfer
  ));
  INSERT INTO audit_log (actor, action, subject, details)
    VALUES (_actor, 'ledger.reverse', _transfer,
      jsonb_build_object('reason', _reason, 'reversal', reversal));
  RETURN reversal;
END $$;

-- As before, without what was charged for the model calls of failed runs, which is no revenue of their agents.
CREATE OR REPLACE VIEW agent_revenue_facts AS
  SELECT xid, agent_id, (created_at AT TIME ZONE 'UTC')::date AS day,
    (kind = 'run' AND (gross > 0 OR sponsored > 0 OR loss = 0))::integer::bigint AS executions,
    gross, model_cost - loss AS model_cost, fee, net - sponsored AS revenue
  FROM transfers
  WHERE agent_id IS NOT NULL AND developer_account_id IS NOT NULL;

-- As before; what was charged for the model calls of failed runs is spent, too.
CREATE OR REPLACE FUNCTION spent_today(_account text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  first_id text := run_id_at(date_trunc('day', now(), 'UTC'));
BEGIN
  RETURN (
    SELECT coalesce(sum(r.cost + r.failure_charge + coalesce(h.amount, 0)), 0)
    FROM runs r LEFT JOIN holds h ON h.run_id = r.id AND h.state = 'live'
    WHERE r.account_id = _account AND r.id >= first_id AND r.root_id >= first_id
  );
END $$;

-- Runs --------------------------------------------------------------------------------------------------------

-- As before, with p_free_losses: what the platform bears of the failed runs of an account per day, NULL for a run that
-- failed by our fault.
DROP FUNCTION settle_run(text, bigint, text, text, text, bigint, bigint, bigint, bigint, boolean, integer, integer, json,
  text, text, json);
CREATE FUNCTION settle_run(
  p_run_id text, p_epoch bigint, p_status text, p_stop_reason text, p_error_code text,
  p_tokens_metered bigint, p_tokens_charged bigint, p_cost bigint, p_model_cost bigint, p_is_delivered boolean,
  p_free_losses bigint,
  p_execution_ms integer, p_last_seq integer,
  p_output json, p_error_detail text, p_developer_detail text, p_events json
) RETURNS TABLE (created_at timestamptz, ended_at timestamptz, tokens_charged bigint, cost bigint,
    failure_charge bigint, model_cost_borne bigint, fee bigint, net bigint)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  run runs;
  money transfers;
  failed record;
  charged_for_failure bigint := 0;
BEGIN
  SELECT * INTO run FROM runs r WHERE r.id = p_run_id AND r.epoch = p_epoch AND r.status IN ('queued', 'running')
    AND EXISTS (SELECT FROM nodes n WHERE n.id = r.node_id AND n.epoch = p_epoch);
  IF FOUND THEN
    IF NOT p_is_delivered THEN
      -- Nobody begins to read from here on. Wallets before the run, as the end of an abandoned run locks them.
      PERFORM ledger_lock_wallets(
        ARRAY[run.account_id, CASE WHEN run.sponsor_limit > 0 THEN run.developer_account_id END]);
      SELECT * INTO run FROM runs r WHERE r.id = p_run_id FOR UPDATE;
      IF run.log_read_at IS NULL THEN
        p_tokens_charged := 0;
        p_cost := 0;
      END IF;
    END IF;
    IF p_status = 'completed' OR p_tokens_charged > 0 THEN
      money := ledger_settle(p_run_id, p_cost, p_model_cost, run.developer_account_id, run.share_percent,
        run.sponsor_limit, run.agent_id, run.agent_name);
      PERFORM ledger_count_loss(run.account_id, money.loss);
    ELSE
      failed := ledger_settle_failed(p_run_id, p_model_cost, run.developer_account_id, run.agent_id, run.agent_name,
        p_free_losses);
      money.id := failed.transfer_id;
      money.fee := 0;
      money.net := 0;
      charged_for_failure := failed.charge;
    END IF;
    UPDATE runs r SET
      status = p_status, stop_reason = p_stop_reason, error_code = p_error_code, ended_at = now(),
      tokens_metered = p_tokens_metered, tokens_charged = p_tokens_charged, cost = p_cost,
      failure_charge = charged_for_failure, model_cost = p_model_cost, model_cost_borne = p_cost - money.fee - money.net,
      fee = money.fee, net = money.net, transfer_id = money.id,
      execution_ms = p_execution_ms, last_seq = p_last_seq
    WHERE r.id = p_run_id AND r.epoch = p_epoch AND r.status IN ('queued', 'running')
    RETURNING * INTO run;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not of epoch % (any more)', p_run_id, p_epoch USING ERRCODE = 'RN001';
  END IF;
  PERFORM write_run_end(run, p_output, p_error_detail, p_developer_detail);
  IF p_events IS NOT NULL THEN
    PERFORM append_run_events(p_run_id, p_events);
  END IF;
  created_at := run.created_at;
  ended_at := run.ended_at;
  tokens_charged := run.tokens_charged;
  cost := run.cost;
  failure_charge := run.failure_charge;
  model_cost_borne := run.model_cost_borne;
  fee := run.fee;
  net := run.net;
  RETURN NEXT;
END $$;

-- As before, and says what a run that failed or ran out of time cost.
CREATE OR REPLACE FUNCTION notify_of_ended_runs() RETURNS trigger
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  INSERT INTO notifications (user_id, kind, facts, occasion)
  SELECT r.user_id, 'run_failed',
    jsonb_build_object('run_id', r.id, 'agent_id', r.agent_id, 'agent_name', r.agent_name, 'status', r.status,
      'paid', (r.cost + r.failure_charge)::text),
    'run:' || r.id
  FROM taken t JOIN runs r ON r.id = t.payload ->> 'run_id'
  WHERE t.topic = 'runs.statistics' AND t.payload ->> 'status' IN ('failed', 'timeout') AND r.depth = 0
  ORDER BY r.id
  ON CONFLICT (user_id, occasion) DO NOTHING;

  WITH paid AS (
    SELECT t.payload ->> 'run_id' AS run_id
    FROM taken t
    WHERE t.topic = 'runs.statistics' AND (t.payload ->> 'cost')::bigint > 0
      AND NOT EXISTS (
        SELECT FROM agent_first_earnings f WHERE f.agent_id = (t.payload ->> 'agent_id')::integer)
  ), earned AS (
    SELECT DISTINCT ON (r.agent_id) r.agent_id, r.agent_name, r.developer_account_id, r.id, r.net
    FROM paid p JOIN runs r ON r.id = p.run_id
    WHERE r.net > 0
    ORDER BY r.agent_id, r.id
  ), first AS (
    INSERT INTO agent_first_earnings (agent_id, run_id)
    SELECT agent_id, id FROM earned ORDER BY agent_id
    ON CONFLICT DO NOTHING
    RETURNING agent_id
  )
  INSERT INTO notifications (user_id, kind, facts, occasion)
  SELECT m.user_id, 'first_earnings',
    jsonb_build_object('run_id', e.id, 'agent_id', e.agent_id, 'agent_name', e.agent_name, 'amount', e.net::text),
    'first_earnings:' || e.agent_id
  FROM first f JOIN earned e USING (agent_id) JOIN memberships m ON m.account_id = e.developer_account_id
  ORDER BY e.agent_id, m.user_id
  ON CONFLICT (user_id, occasion) DO NOTHING;
  RETURN NULL;
END $$;

-- As before; what was charged for the model calls of failed runs counts towards a schedule's monthly cap, too.
CREATE OR REPLACE FUNCTION cost_of_run_tree(p_run_id text) RETURNS bigint LANGUAGE sql STABLE
  RETURN (
    WITH RECURSIVE tree AS (
      SELECT r.id, r.cost + r.failure_charge AS cost FROM runs r WHERE r.id = p_run_id
      UNION ALL
      SELECT r.id, r.cost + r.failure_charge FROM tree t JOIN runs r ON r.parent_id = t.id
    )
    SELECT coalesce(sum(cost), 0)::bigint FROM tree
  );

-- Audits ------------------------------------------------------------------------------------------------------

-- As before, and what was charged for the model calls of failed runs.
CREATE OR REPLACE FUNCTION ledger_audit() RETURNS TABLE (finding text) LANGUAGE sql STABLE AS $$
  SELECT finding FROM ledger_audit_of_books()
  UNION ALL
  SELECT format('wallet %s: its %s of %s do not equal its postings', ledger_account_id, kind, month)
    FROM (SELECT ledger_account_id, month, kind, entries, amount FROM wallet_movements
      UNION ALL
      SELECT p.ledger_account_id, month_of(t.created_at), t.kind, -count(DISTINCT t.id), -sum(p.amount)
      FROM postings p JOIN transfers t ON t.id = p.transfer_id WHERE p.lot_id IS NOT NULL
      GROUP BY 1, 2, 3) both_ways
    GROUP BY ledger_account_id, month, kind
    HAVING sum(entries) <> 0 OR sum(amount) <> 0
  UNION ALL
  SELECT format('transfer %s: it does not pay the model cost of a failed run', f.id)
    FROM ledger_receipt_sums f LEFT JOIN transfers t ON t.run_id = f.run_id AND t.kind = 'run'
    WHERE f.kind = 'failure_charge' AND (f.posted_payable <> f.gross OR f.posted_loss <> 0
      OR t.id IS NULL OR t.gross <> 0 OR t.payer_account_id <> f.payer_account_id)
$$;

-- As before; the model cost of a failed run is divided among its two movements.
CREATE OR REPLACE FUNCTION runs_audit() RETURNS TABLE (finding text) LANGUAGE sql STABLE AS $$
  SELECT format('run %s: cost %s, failure charge %s, model cost %s, fee %s, net %s; booked are %s, %s, %s, %s, %s', r.id,
      r.cost, r.failure_charge, r.model_cost, r.fee, r.net, b.gross, b.failure_charge, b.model_cost, b.fee, b.net)
    FROM runs r LEFT JOIN transfers t ON t.run_id = r.id AND t.kind = 'run'
    LEFT JOIN transfers f ON f.run_id = r.id AND f.kind = 'failure_charge'
    CROSS JOIN LATERAL (SELECT coalesce(t.gross, 0) AS gross, coalesce(f.gross, 0) AS failure_charge,
      coalesce(t.model_cost, 0) + coalesce(f.model_cost, 0) AS model_cost, coalesce(t.fee, 0) AS fee,
      coalesce(t.net, 0) AS net) b
    WHERE r.ended_at IS NOT NULL AND (r.cost, r.failure_charge, r.model_cost, r.fee, r.net)
      <> (b.gross, b.failure_charge, b.model_cost, b.fee, b.net)
  UNION ALL
  SELECT format('run %s: it has not ended, and is booked', r.id)
    FROM runs r JOIN transfers t ON t.run_id = r.id AND t.kind IN ('run', 'failure_charge')
    WHERE r.ended_at IS NULL
  UNION ALL
  SELECT format('run %s: its hold of %s lives on, and the run has ended or is not there', h.run_id, h.amount)
    FROM holds h LEFT JOIN runs r ON r.id = h.run_id
    WHERE h.state = 'live' AND (r.id IS NULL OR r.ended_at IS NOT NULL)
$$;
