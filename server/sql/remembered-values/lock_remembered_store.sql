-- Locks a store until the end of the transaction and returns its ID. Creates the store if p_creates is set. Returns null
-- if there is no store, and for a deleted agent. p_user_id is null for the store that all runs of the agent share.
CREATE OR REPLACE FUNCTION lock_remembered_store(p_agent_id integer, p_user_id text, p_creates boolean) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
BEGIN
  LOOP
    SELECT s.id INTO v_id FROM remembered_stores s
      WHERE s.agent_id = p_agent_id AND (s.user_id = p_user_id OR p_user_id IS NULL AND s.user_id IS NULL)
      FOR UPDATE;
    IF FOUND OR NOT p_creates THEN
      RETURN v_id;
    END IF;
    -- A deletion of the agent that has not been committed yet would miss the new store.
    PERFORM lock_agents(ARRAY[p_agent_id]);
    IF agent_is_deleted(p_agent_id) THEN
      RETURN NULL;
    END IF;
    INSERT INTO remembered_stores (agent_id, user_id) VALUES (p_agent_id, p_user_id) ON CONFLICT DO NOTHING;
  END LOOP;
END $$;
