-- Removes the spending limits of an API key that has been deleted.
CREATE OR REPLACE FUNCTION forget_spending_limits(_account text, _key text) RETURNS void LANGUAGE sql AS $$
  DELETE FROM spending_limits WHERE account_id = _account AND key_id = _key;
$$;
