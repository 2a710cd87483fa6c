-- Revokes the grants that people gave a deleted agent.
CREATE OR REPLACE FUNCTION revoke_agent_grants(p_agent_id integer) RETURNS void LANGUAGE sql AS $$
  UPDATE connector_grants SET revoked_at = now() WHERE agent_id = p_agent_id AND revoked_at IS NULL;
$$;
