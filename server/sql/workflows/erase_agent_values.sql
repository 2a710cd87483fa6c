-- Deletes the values that workflows of a deleted agent stored for their callers.
CREATE OR REPLACE FUNCTION erase_agent_values(p_agent_id integer) RETURNS void LANGUAGE sql AS $$
  DELETE FROM workflow_values WHERE agent_id = p_agent_id;
$$;
