-- Lists the total amount that each account has earned with its agents, in nano-USD.
CREATE OR REPLACE VIEW account_earnings AS
  SELECT w.account_id, e.total + w.claimed AS earned
  FROM wallets w CROSS JOIN LATERAL ledger_account_balance(w.earnings_ledger_id) e;
