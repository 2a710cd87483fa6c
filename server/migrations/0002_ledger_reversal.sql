-- Booking a transfer back: refunds of runs, and credits taken back while they are unspent.

-- Makes a developer's earnings carry a debit of _promo and _paid: what was claimed before comes back from the
-- free part of their wallet, and what they have spent since is the platform's loss. The wallet is locked.
CREATE FUNCTION ledger_restore_earnings(_developer text, _promo bigint, _paid bigint) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  wallet wallets := ledger_lock_wallet(_developer);
  free bigint := wallet.balance - wallet.held;
  earnings record;
  part record;
  lot wallet_lots;
  taken bigint;
  restored bigint := 0;
  drawn bigint := 0;
  transfer text;
  lines ledger_line[] := '{}';
BEGIN
  SELECT total, promo INTO earnings FROM ledger_account_balance(wallet.earnings_ledger_id);
  FOR part IN
    SELECT * FROM (VALUES ('promo', _promo - earnings.promo), ('paid', _paid - (earnings.total - earnings.promo)))
      AS v(funding, short) WHERE short > 0
  LOOP
    SELECT * INTO lot FROM wallet_lots
      WHERE account_id = _developer AND kind = 'earnings' AND period = part.funding;
    taken := least(part.short, coalesce(lot.remaining, 0), free - drawn);
    UPDATE wallet_lots SET remaining = remaining - taken WHERE id = lot.id;
    lines := lines || ARRAY[
      (wallet.wallet_ledger_id, -taken, lot.id, part.funding),
      ('loss', taken - part.short, NULL, part.funding),
      (wallet.earnings_ledger_id, part.short, NULL, part.funding)
    ]::ledger_line[];
    drawn := drawn + taken;
    restored := restored + part.short;
  END LOOP;
  IF restored > 0 THEN
    INSERT INTO transfers (kind, payer_account_id, developer_account_id)
      VALUES ('clawback', _developer, _developer) RETURNING id INTO transfer;
    PERFORM ledger_post(transfer, lines);
    UPDATE wallets SET balance = balance - drawn, claimed = claimed - restored WHERE account_id = _developer;
  END IF;
END $$;

-- Puts a transfer's wallet postings back: into the lots they came from, or out of the lot they made.
CREATE FUNCTION ledger_undo_lots(_transfer text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  part record;
  wallet wallets;
BEGIN
  FOR part IN
    SELECT p.lot_id, l.account_id, l.remaining, p.amount
    FROM postings p JOIN wallet_lots l ON l.id = p.lot_id
    WHERE p.transfer_id = _transfer
  LOOP
    wallet := ledger_lock_wallet(part.account_id);
    IF part.amount > least(part.remaining, wallet.balance - wallet.held) THEN
      RAISE EXCEPTION 'credits of transfer % have been spent', _transfer USING ERRCODE = 'LG005';
    END IF;
    UPDATE wallet_lots SET remaining = remaining - part.amount WHERE id = part.lot_id;
    UPDATE wallets SET balance = balance - part.amount,
        spent = spent + CASE WHEN part.amount < 0 THEN part.amount ELSE 0 END
      WHERE account_id = part.account_id;
  END LOOP;
END $$;

-- Books a grant, a payment or a run back, once, and says why in the audit log. The payer of a run gets all of
-- it again, developer and platform lose what they got; the providers stay paid, so that their part becomes the
-- platform's loss. Returns the id of the reversal.
CREATE FUNCTION ledger_reverse(_transfer text, _reason text, _actor text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  original transfers;
  reversal text;
  debit record;
BEGIN
  SELECT * INTO original FROM transfers WHERE id = _transfer;
  IF NOT FOUND OR original.kind NOT IN ('grant', 'payment', 'run') THEN
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
