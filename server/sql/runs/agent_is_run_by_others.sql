-- Returns whether anybody but its owner has an active run of the agent.
CREATE OR REPLACE FUNCTION agent_is_run_by_others(agent agents) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM runs r
      WHERE r.agent_id = agent.id AND r.account_id <> agent.owner_account_id AND r.status IN ('queued', 'running'));
