-- Notifies an account when its balance falls below 1 USD, and again only after the balance has been above it. The check
-- runs at the end of the transaction, which may move earnings into the wallet after it has spent from it.
CREATE OR REPLACE FUNCTION notify_of_low_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM wallet_balances w WHERE w.account_id = NEW.account_id AND w.balance < 1000000000) THEN
    PERFORM notify_account(NEW.account_id, 'balance_low', '{}', 'balance_low:' || pg_current_xact_id());
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS wallets_low ON wallets;
CREATE CONSTRAINT TRIGGER wallets_low AFTER UPDATE OF balance ON wallets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
  WHEN (OLD.balance >= 1000000000 AND NEW.balance < 1000000000)
  EXECUTE FUNCTION notify_of_low_balance();
