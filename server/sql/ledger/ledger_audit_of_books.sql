-- Checks balances, lots, holds, receipts and roll-ups against the postings, in one snapshot. Returns one finding per
-- row.
CREATE OR REPLACE FUNCTION ledger_audit_of_books() RETURNS TABLE (finding text) LANGUAGE sql STABLE AS $$
  SELECT 'all postings sum to ' || sum(amount) FROM postings HAVING sum(amount) <> 0
  UNION ALL
  SELECT format('transfer %s: its %s postings sum to %s', transfer_id, funding, sum(amount))
    FROM postings GROUP BY transfer_id, funding HAVING sum(amount) <> 0
  UNION ALL
  SELECT format('posting %s/%s has no transfer or no ledger account', p.transfer_id, p.line)
    FROM postings p
    LEFT JOIN transfers t ON t.id = p.transfer_id AND t.xid = p.xid
    LEFT JOIN ledger_accounts a ON a.id = p.ledger_account_id
    WHERE t.id IS NULL OR a.id IS NULL
  UNION ALL
  SELECT format('wallet %s: balance %s, its postings %s', account_id, balance, posted)
    FROM ledger_wallet_sums WHERE balance <> posted
  UNION ALL
  SELECT format('wallet %s: balance %s, its lots %s', account_id, balance, lots_remaining)
    FROM ledger_wallet_sums WHERE balance <> lots_remaining
  UNION ALL
  SELECT format('wallet %s: held %s, its live holds %s', account_id, held, coalesce(holds_live, 0))
    FROM ledger_wallet_sums WHERE held <> coalesce(holds_live, 0)
  UNION ALL
  SELECT format('wallet %s: spent %s, its runs %s', account_id, spent, posted_spent)
    FROM ledger_wallet_sums WHERE spent <> posted_spent
  UNION ALL
  SELECT format('wallet %s: claimed %s, its claims %s', account_id, claimed, posted_claimed)
    FROM ledger_wallet_sums WHERE claimed <> posted_claimed
  UNION ALL
  SELECT format('wallet %s: balance %s, held %s', account_id, balance, held)
    FROM wallets WHERE balance < 0 OR held < 0 OR held > balance
  UNION ALL
  SELECT format('lot %s: %s remain, its postings %s', l.id, l.remaining, coalesce(sum(p.amount), 0))
    FROM wallet_lots l
    JOIN wallets w USING (account_id)
    LEFT JOIN postings p ON p.ledger_account_id = w.wallet_ledger_id AND p.lot_id = l.id AND p.funding = l.funding
    GROUP BY l.id HAVING l.remaining <> coalesce(sum(p.amount), 0)
  UNION ALL
  SELECT format('ledger account %s (%s) holds %s, of it promo %s', a.id, a.kind, b.total, b.promo)
    FROM ledger_accounts a CROSS JOIN LATERAL ledger_account_balance(a.id) b
    WHERE a.kind IN ('wallet', 'earnings', 'platform_revenue', 'model_cost_payable')
      AND (b.promo < 0 OR b.promo > b.total)
  UNION ALL
  SELECT format('ledger account %s: roll-up and tail %s, its postings %s', a.id, b.total, coalesce(p.total, 0))
    FROM ledger_accounts a CROSS JOIN LATERAL ledger_account_balance(a.id) b
    LEFT JOIN (
      SELECT ledger_account_id, sum(amount) AS total, coalesce(sum(amount) FILTER (WHERE funding = 'promo'), 0) AS promo
      FROM postings GROUP BY ledger_account_id
    ) p ON p.ledger_account_id = a.id
    WHERE b.total <> coalesce(p.total, 0) OR b.promo <> coalesce(p.promo, 0)
  UNION ALL
  SELECT format('agent %s on %s: its revenue does not equal its runs', agent_id, day)
    FROM (SELECT * FROM agent_revenue UNION ALL
      SELECT agent_id, day, -executions, -gross, -model_cost, -fee, -revenue FROM agent_revenue_facts) both_ways
    GROUP BY agent_id, day
    HAVING sum(executions) <> 0 OR sum(gross) <> 0 OR sum(model_cost) <> 0 OR sum(fee) <> 0 OR sum(revenue) <> 0
  UNION ALL
  SELECT format('transfer %s: its receipt does not equal its postings', id)
    FROM ledger_receipt_sums
    WHERE posted_wallets <> gross + sponsored OR posted_earnings <> net OR posted_fee <> fee
      OR (kind = 'run' AND (posted_payable <> model_cost OR posted_loss <> loss))
      OR (kind = 'reversal' AND (posted_payable <> 0 OR posted_loss <> loss - model_cost))
  UNION ALL
  SELECT format('run %s was settled %s times', run_id, count(*))
    FROM transfers WHERE kind = 'run' GROUP BY run_id HAVING count(*) > 1
  UNION ALL
  SELECT format('run %s: its hold of %s is %s, its charge is %s', coalesce(h.run_id, t.run_id), h.amount, h.state,
      coalesce(t.gross::text, 'missing'))
    FROM holds h FULL JOIN (SELECT * FROM transfers WHERE kind = 'run') t ON t.run_id = h.run_id
    WHERE (h.state IS NOT DISTINCT FROM 'settled') <> (t.id IS NOT NULL)
      OR t.gross > h.amount OR t.payer_account_id <> h.account_id
  UNION ALL
  SELECT format('transfer %s was reversed %s times', reverses_id, count(*))
    FROM transfers WHERE reverses_id IS NOT NULL GROUP BY reverses_id HAVING count(*) > 1
$$;
