-- Deletes what workflows of a deleted agent kept for their callers.
CREATE OR REPLACE FUNCTION erase_agent_values(p_agent_id integer) RETURNS void LANGUAGE sql AS $$
  DELETE FROM workflow_values WHERE agent_id = p_agent_id;
$$;
