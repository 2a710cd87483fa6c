-- Agents that are in no list, and what remains of agents that became private.

-- 'unlisted': reachable by its link, in no list. 'private': for its owner's account alone.
ALTER TABLE agents DROP CONSTRAINT agents_visibility_check;
ALTER TABLE agents ADD CONSTRAINT agents_visibility_check CHECK (visibility IN ('public', 'unlisted', 'private'));

-- The name of an agent in the records of an account, such as its schedules: an agent that has become private since
-- does not tell others what it is called now.
CREATE FUNCTION agent_name_for(agent agents, p_account_id text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN agent.visibility = 'private' AND agent.owner_account_id <> p_account_id
    THEN 'Private agent' ELSE agent.name END;
