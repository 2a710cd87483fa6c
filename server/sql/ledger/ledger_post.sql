-- Writes a transfer's postings in one statement. Lines of the same account, lot and funding are added up.
CREATE OR REPLACE FUNCTION ledger_post(_transfer text, _lines ledger_line[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO postings (transfer_id, line, ledger_account_id, amount, lot_id, funding)
    SELECT _transfer, row_number() OVER (), l.ledger_account_id, sum(l.amount)::bigint, l.lot_id, l.funding
    FROM unnest(_lines) l
    GROUP BY l.ledger_account_id, l.lot_id, l.funding
    HAVING sum(l.amount) <> 0;
END $$;
