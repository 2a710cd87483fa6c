-- Locks an account until the end of the transaction and returns its plan. Code that counts what an account has before
-- it adds something does so under this lock.
CREATE OR REPLACE FUNCTION lock_account(_account text) RETURNS text LANGUAGE sql AS $$
  SELECT plan_type FROM accounts WHERE id = _account FOR NO KEY UPDATE
$$;
