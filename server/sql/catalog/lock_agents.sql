-- Locks agents in the order of their ids until the end of the transaction, so that two transactions that lock several
-- agents never wait for each other.
CREATE OR REPLACE FUNCTION lock_agents(_ids integer[]) RETURNS void LANGUAGE sql AS $$
  SELECT FROM agents WHERE id = ANY (_ids) ORDER BY id FOR NO KEY UPDATE
$$;
