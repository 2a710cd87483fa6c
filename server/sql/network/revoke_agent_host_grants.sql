-- Revokes the hosts that people allowed a deleted agent to reach.
CREATE OR REPLACE FUNCTION revoke_agent_host_grants(p_agent_id integer) RETURNS void LANGUAGE sql AS $$
  UPDATE host_grants SET revoked_at = now() WHERE agent_id = p_agent_id AND revoked_at IS NULL;
$$;
