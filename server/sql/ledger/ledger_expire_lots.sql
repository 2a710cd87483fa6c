-- Expires lots of at most _limit wallets. Wallets that are locked now are skipped: their next hold, or the next call,
-- expires them. Returns the number of wallets with expired lots. Call it again until it returns 0.
CREATE OR REPLACE FUNCTION ledger_expire_lots(_limit integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  due text;
  done integer := 0;
BEGIN
  FOR due IN
    SELECT w.account_id FROM wallets w
    WHERE w.balance > w.held AND w.account_id IN (
      SELECT l.account_id FROM wallet_lots l WHERE l.is_open AND l.expires_at <= now()
    )
    ORDER BY w.account_id LIMIT _limit FOR UPDATE OF w SKIP LOCKED
  LOOP
    IF ledger_expire_wallet(due) > 0 THEN
      done := done + 1;
    END IF;
  END LOOP;
  RETURN done;
END $$;
