-- Reverses a transfer's wallet postings: returns credits to the lots that they came from, or takes
-- them out of the lot that the transfer created. Raises LG005 if the credits have been spent.
CREATE OR REPLACE FUNCTION ledger_undo_lots(_transfer text) RETURNS void LANGUAGE plpgsql AS $$
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
