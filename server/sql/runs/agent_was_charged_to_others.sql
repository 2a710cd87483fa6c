-- Returns whether anyone except the agent's owner was ever charged for it, according to the hourly figures and the runs
-- that have not been counted yet.
CREATE OR REPLACE FUNCTION agent_was_charged_to_others(p_agent_id integer, p_owner_account_id text) RETURNS boolean LANGUAGE sql STABLE
  RETURN EXISTS (SELECT FROM run_stats_hourly h
      WHERE h.agent_id = p_agent_id AND h.account_id <> p_owner_account_id AND h.cost > 0)
    OR EXISTS (SELECT FROM outbox o
      WHERE o.topic = 'runs.statistics' AND (o.payload ->> 'agent_id')::integer = p_agent_id
        AND o.payload ->> 'account_id' <> p_owner_account_id AND (o.payload ->> 'cost')::bigint > 0);
