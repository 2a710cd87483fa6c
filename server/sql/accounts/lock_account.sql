-- Locks an account until the end of the transaction and returns its plan. Code that adds something to an account up to
-- a maximum counts what the account has under this lock.
CREATE OR REPLACE FUNCTION lock_account(_account text) RETURNS text LANGUAGE sql AS $$
  SELECT plan_type FROM accounts WHERE id = _account FOR NO KEY UPDATE
$$;
