-- Deletes everything that a deleted agent remembers.
CREATE OR REPLACE FUNCTION erase_remembered_values(p_agent_id integer) RETURNS void LANGUAGE sql AS $$
  DELETE FROM remembered_stores WHERE agent_id = p_agent_id;
$$;
