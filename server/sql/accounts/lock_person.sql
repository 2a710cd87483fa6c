-- Locks a person until the end of the transaction, so that concurrent requests count the person's rows one after another.
CREATE OR REPLACE FUNCTION lock_person(_user text) RETURNS void LANGUAGE sql AS $$
  SELECT FROM users WHERE id = _user FOR NO KEY UPDATE
$$;
