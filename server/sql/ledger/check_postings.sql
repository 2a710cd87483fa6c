-- Checks the postings that a statement has written. The postings of each transfer and funding must sum to 0. They must
-- belong to a transfer of the same transaction, so that nothing is added to a committed transfer. Their ledger account
-- must exist, and only postings of wallets may name a lot. Raises LG006 otherwise.
CREATE OR REPLACE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written GROUP BY transfer_id, funding HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'postings of a transfer do not sum to 0' USING ERRCODE = 'LG006';
  END IF;
  IF EXISTS (
    SELECT FROM written p
    WHERE p.xid <> pg_current_xact_id()
      OR (SELECT t.xid FROM transfers t WHERE t.id = p.transfer_id) IS DISTINCT FROM p.xid
      OR (SELECT a.kind = 'wallet' FROM ledger_accounts a WHERE a.id = p.ledger_account_id)
        IS DISTINCT FROM (p.lot_id IS NOT NULL)
  ) THEN
    RAISE EXCEPTION 'a posting belongs to no transfer of this transaction or to no ledger account'
      USING ERRCODE = 'LG006';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER postings_balance AFTER INSERT ON postings
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_postings();
