-- Ends the hold of a run that is not charged for its work. Its model cost is the platform's loss,
-- up to the amount that is free for the account today. The rest is charged to the caller out of the
-- hold, as a transfer of kind failure_charge. Amounts are nano-USD. If _free_per_day is NULL, all
-- of it is the platform's loss and does not count toward the day. Raises LG002.
CREATE OR REPLACE FUNCTION ledger_settle_failed(
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
