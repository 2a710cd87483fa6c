-- Changes by how much a hold counts towards the spending limits of its account and key.
CREATE OR REPLACE FUNCTION count_spending(_hold holds, _change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE spending_days SET amount = amount + _change
    WHERE account_id = _hold.account_id AND key_id IN ('', _hold.api_key_id) AND day = _hold.counts_on;
END $$;
