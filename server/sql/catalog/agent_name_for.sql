-- Returns the name of an agent as the records of an account show it, such as its schedules. Others do not see the
-- current name of an agent that has since become private.
CREATE OR REPLACE FUNCTION agent_name_for(agent agent_cards, p_account_id text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN agent.visibility = 'private' AND agent.owner_account_id <> p_account_id
    THEN 'Private agent' ELSE agent.name END;
