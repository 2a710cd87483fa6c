-- Lists the movements of each wallet by UTC month and kind, in nano-USD: the roll-up plus the postings after the
-- watermark.
CREATE OR REPLACE VIEW wallet_movements AS
  SELECT ledger_account_id, month, kind, entries, amount FROM wallet_months
  UNION ALL
  SELECT p.ledger_account_id, month_of(t.created_at), t.kind, count(DISTINCT t.id), sum(p.amount)::bigint
  FROM postings p JOIN transfers t ON t.id = p.transfer_id
  WHERE p.lot_id IS NOT NULL AND p.xid >= (SELECT rolled_before FROM ledger_watermark)
  GROUP BY 1, 2, 3;
