-- Counts a loss toward the account's loss of the day. The caller has locked the wallet. A transaction that began before
-- midnight may commit after a transaction that began after midnight. In that case the later day stays.
CREATE OR REPLACE FUNCTION ledger_count_loss(_account text, _loss bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  today date := (now() AT TIME ZONE 'UTC')::date;
BEGIN
  IF _loss > 0 THEN
    UPDATE wallets SET
      loss_of_day = CASE WHEN loss_day >= today THEN loss_of_day ELSE 0 END + _loss,
      loss_day = greatest(loss_day, today)
    WHERE account_id = _account;
  END IF;
END $$;
