-- Reverses a grant, a payment, a run or a failure charge, once, and writes the reason to the audit log. The payer of a
-- run gets everything back, and the developer and the platform lose what they received. Providers are not refunded, so
-- their part becomes the platform's loss. Returns the id of the reversal. Raises LG004, LG005 and LG007.
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

  -- Credits are returned first, because a developer who is refunded by the same reversal can pay earnings back from
  -- them.
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
  PERFORM write_audit_log(_actor, 'ledger.reverse', _transfer,
    jsonb_build_object('reason', _reason, 'reversal', reversal));
  RETURN reversal;
END $$;
