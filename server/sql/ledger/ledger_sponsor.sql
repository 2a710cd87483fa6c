-- Lets a developer pay model cost from their own wallet, up to _limit nano-USD and the free balance. The caller has
-- locked the wallet. Returns the postings.
CREATE OR REPLACE FUNCTION ledger_sponsor(_developer text, _limit bigint) RETURNS ledger_line[] LANGUAGE plpgsql AS $$
DECLARE
  part bigint := least(_limit, ledger_free_balance(_developer, _limit));
  wallet wallets := ledger_lock_wallet(_developer);
  lines ledger_line[] := ledger_spend_lots(_developer, wallet.wallet_ledger_id, part);
BEGIN
  UPDATE wallets SET balance = balance - part, spent = spent + part WHERE account_id = _developer;
  RETURN lines || ARRAY(
    SELECT ('model_cost_payable', -amount, NULL, funding)::ledger_line FROM unnest(lines)
  );
END $$;
