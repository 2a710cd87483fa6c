-- Returns an account's figures up to this moment: the hourly figures plus the runs that have not been counted yet, in
-- one snapshot, so that a run counts as soon as it ends.
CREATE OR REPLACE FUNCTION run_figures_of(p_account_id text, since timestamptz)
  RETURNS TABLE (agent_id integer, agent_name text, executions bigint, completed bigint, tokens bigint,
                 cost bigint, execution_ms bigint)
  LANGUAGE sql STABLE AS $$
  SELECT f.agent_id, max(f.agent_name), sum(f.executions)::bigint, sum(f.completed)::bigint,
         sum(f.tokens)::bigint, sum(f.cost)::bigint, sum(f.execution_ms)::bigint
  FROM (
    SELECT h.agent_id, g.agent_name, h.executions, h.completed, h.tokens, h.cost, h.execution_ms
    FROM run_stats_hourly h JOIN run_agent_figures g USING (agent_id)
    WHERE h.account_id = p_account_id AND h.hour >= since
    UNION ALL
    SELECT (o.payload ->> 'agent_id')::integer, o.payload ->> 'agent_name', 1,
           (o.payload ->> 'status' = 'completed')::integer, (o.payload ->> 'tokens')::bigint,
           (o.payload ->> 'cost')::bigint, (o.payload ->> 'ms')::bigint
    FROM outbox o
    WHERE o.topic = 'runs.statistics' AND o.payload ->> 'account_id' = p_account_id
      AND (o.payload ->> 'ended_at')::timestamptz >= since
  ) f
  GROUP BY f.agent_id;
$$;
