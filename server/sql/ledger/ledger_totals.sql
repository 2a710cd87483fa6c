-- Lists the total of all ledger accounts of each kind, in nano-USD.
CREATE OR REPLACE VIEW ledger_totals AS
  SELECT a.kind, count(*)::integer AS accounts, sum(b.total)::bigint AS total
  FROM ledger_accounts a CROSS JOIN LATERAL ledger_account_balance(a.id) b
  GROUP BY a.kind;
