-- Deletes the embedding of a deleted agent.
CREATE OR REPLACE FUNCTION erase_agent_embedding(p_agent_id integer) RETURNS void LANGUAGE sql AS $$
  DELETE FROM agent_embeddings WHERE agent_id = p_agent_id;
$$;
