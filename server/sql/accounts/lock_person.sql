-- Locks a person until the end of the transaction, so that what is theirs can be counted.
CREATE OR REPLACE FUNCTION lock_person(_user text) RETURNS void LANGUAGE sql AS $$
  SELECT FROM users WHERE id = _user FOR NO KEY UPDATE
$$;
