-- Adds an amount to the spending of an account and a key that counts toward their limits.
CREATE OR REPLACE FUNCTION count_spending(_hold holds, _change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE spending_days SET amount = amount + _change
    WHERE account_id = _hold.account_id AND key_id IN ('', _hold.api_key_id) AND day = _hold.counts_on;
END $$;
