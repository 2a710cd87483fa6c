-- Removes what counted towards spending limits before a day that no limit reads any more.
CREATE OR REPLACE FUNCTION forget_spending_days(_before date) RETURNS void LANGUAGE sql AS $$
  DELETE FROM spending_days WHERE day < _before;
$$;
