-- Ends a hold with a charge and credits the recipients. Amounts are nano-USD, _share is a percentage. Model cost is
-- deducted first, and the rest is divided between the platform fee (platform_fee) and the developer. Model cost above
-- the charge is paid by the developer up to _sponsor_limit (0 for a failed run) and their free balance, and is the
-- platform's loss beyond that. Promo funding is spread over model cost, developer and platform in proportion, to the
-- nano-dollar. The unused part of the hold no longer counts toward spending limits. Raises LG001, LG002, LG003 and
-- LG008.
CREATE OR REPLACE FUNCTION ledger_settle(
  _run text, _charge bigint, _model_cost bigint, _developer text, _share numeric, _sponsor_limit bigint,
  _agent integer, _agent_name text
) RETURNS transfers LANGUAGE plpgsql AS $$
DECLARE
  borne bigint := least(_charge, _model_cost);
  rest bigint := _charge - borne;
  fee bigint := platform_fee(rest, _share);
  net bigint := rest - fee;
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
  fee_promo bigint := 0;
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
    fee_promo := promo - borne_promo - net_promo;
  END IF;
  IF sponsoring THEN
    sponsor_lines := ledger_sponsor(_developer, least(gap, _sponsor_limit));
    SELECT coalesce(sum(amount), 0) INTO sponsored FROM unnest(sponsor_lines) WHERE lot_id IS NULL;
  END IF;
  loss := gap - sponsored;

  INSERT INTO transfers (kind, run_id, agent_id, agent_name, payer_account_id, developer_account_id,
      gross, model_cost, fee, net, sponsored, loss)
    VALUES ('run', _run, _agent, _agent_name, hold.account_id, _developer,
      _charge, _model_cost, fee, net, sponsored, loss)
    RETURNING * INTO transfer;
  PERFORM ledger_post(transfer.id, lines || sponsor_lines || ARRAY[
    ('model_cost_payable', borne_promo, NULL, 'promo'),
    ('model_cost_payable', borne - borne_promo + loss, NULL, 'paid'),
    (earnings_ledger, net_promo, NULL, 'promo'),
    (earnings_ledger, net - net_promo, NULL, 'paid'),
    ('platform_revenue', fee_promo, NULL, 'promo'),
    ('platform_revenue', fee - fee_promo, NULL, 'paid'),
    ('loss', -loss, NULL, 'paid')
  ]::ledger_line[]);
  RETURN transfer;
END $$;
