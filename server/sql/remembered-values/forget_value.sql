-- Removes a value. Removing a value that does not exist changes nothing.
CREATE OR REPLACE FUNCTION forget_value(p_agent_id integer, p_user_id text, p_key text) RETURNS void
LANGUAGE sql AS $$
  SELECT remove_remembered_values(s.id, p_key)
  FROM lock_remembered_store(p_agent_id, p_user_id, false) AS s (id) WHERE s.id IS NOT NULL
$$;
