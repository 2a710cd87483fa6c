-- Returns one finding per row for everything that does not add up in the books: the findings of ledger_audit_of_books,
-- the monthly sums and the failure charges. Returns no row if the books are right.
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
  SELECT format('transfer %s does not pay the model cost of a failed run', f.id)
    FROM ledger_receipt_sums f LEFT JOIN transfers t ON t.run_id = f.run_id AND t.kind = 'run'
    WHERE f.kind = 'failure_charge' AND (f.posted_payable <> f.gross OR f.posted_loss <> 0
      OR t.id IS NULL OR t.gross <> 0 OR t.payer_account_id <> f.payer_account_id)
$$;
