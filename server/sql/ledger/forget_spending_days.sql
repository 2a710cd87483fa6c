-- Removes the counted spending of days before a day that no limit reads anymore.
CREATE OR REPLACE FUNCTION forget_spending_days(_before date) RETURNS void LANGUAGE sql AS $$
  DELETE FROM spending_days WHERE day < _before;
$$;
