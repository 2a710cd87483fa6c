-- Adds wallet postings of the transfers from transaction number `since` up to `until` to the monthly roll-up.
CREATE OR REPLACE FUNCTION ledger_roll_up_months(since xid8, until xid8) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_months AS m (ledger_account_id, month, kind, entries, amount)
    SELECT p.ledger_account_id, month_of(t.created_at), t.kind, count(DISTINCT t.id), sum(p.amount)
    FROM transfers t JOIN postings p ON p.transfer_id = t.id
    WHERE t.xid >= since AND t.xid < until AND p.lot_id IS NOT NULL
    GROUP BY 1, 2, 3
    ON CONFLICT (ledger_account_id, month, kind) DO UPDATE
      SET entries = m.entries + excluded.entries, amount = m.amount + excluded.amount;
END $$;
