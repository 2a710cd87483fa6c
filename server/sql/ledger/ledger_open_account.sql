-- Creates an account's wallet and its earnings account. A second call changes nothing.
CREATE OR REPLACE FUNCTION ledger_open_account(_account text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_accounts (kind, account_id) VALUES ('wallet', _account), ('earnings', _account)
    ON CONFLICT DO NOTHING;
  INSERT INTO wallets (account_id, wallet_ledger_id, earnings_ledger_id)
    SELECT _account, max(id) FILTER (WHERE kind = 'wallet'), max(id) FILTER (WHERE kind = 'earnings')
    FROM ledger_accounts WHERE account_id = _account
    ON CONFLICT DO NOTHING;
END $$;
