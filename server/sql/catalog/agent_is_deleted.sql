-- Returns whether an agent has been deleted. Versions of a deleted agent may be erased; all other versions stay as they
-- are.
CREATE OR REPLACE FUNCTION agent_is_deleted(p_agent_id integer) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM agents WHERE id = p_agent_id AND deleted_at IS NOT NULL);
