-- Returns whether anyone except the agent's owner has an active run of it.
CREATE OR REPLACE FUNCTION agent_is_run_by_others(p_agent_id integer, p_owner_account_id text) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM runs r
      WHERE r.agent_id = p_agent_id AND r.account_id <> p_owner_account_id AND r.status IN ('queued', 'running'));
