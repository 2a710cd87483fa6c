-- Adds up to `batch` ended runs to the figures. Any node may call it at any time: rows that another node works on are
-- skipped, and rows are locked in one order. An account's own figures count all of its runs. The figures of an agent
-- count runs by others: `executions` and `completed` count the runs that completed, and `failed` counts the runs that
-- failed through the agent. Returns the agents whose figures have changed, with the number of their runs that were added
-- and how often each agent failed. It is written in PL/pgSQL, which caches the plan: planning takes longer than a small batch.
CREATE OR REPLACE FUNCTION fold_run_statistics(batch integer) RETURNS TABLE (agent_id integer, runs bigint, failures bigint)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH due AS (
    SELECT id FROM outbox WHERE topic = 'runs.statistics' ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM outbox o USING due WHERE o.id = due.id RETURNING o.payload AS p
  ), facts AS (
    SELECT p ->> 'account_id' AS account_id, (p ->> 'agent_id')::integer AS agent_id,
           p ->> 'agent_name' AS agent_name, p ->> 'status' AS status, failed_by_agent(p) AS is_failed,
           coalesce((p ->> 'is_by_others')::boolean, false) AS is_by_others, (p ->> 'tokens')::bigint AS tokens,
           (p ->> 'cost')::bigint AS cost, (p ->> 'ms')::bigint AS ms, (p ->> 'ended_at')::timestamptz AS ended_at
    FROM taken
  ), hourly AS (
    INSERT INTO run_stats_hourly AS h
      (account_id, agent_id, hour, executions, completed, failed, tokens, cost, execution_ms)
    SELECT account_id, agent_id, date_trunc('hour', ended_at, 'UTC'), count(*),
           count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE is_failed),
           sum(tokens), sum(cost), sum(ms)
    FROM facts GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, agent_id, hour) DO UPDATE SET
      executions = h.executions + excluded.executions, completed = h.completed + excluded.completed,
      failed = h.failed + excluded.failed, tokens = h.tokens + excluded.tokens, cost = h.cost + excluded.cost,
      execution_ms = h.execution_ms + excluded.execution_ms
  ), new_users AS (
    INSERT INTO run_agent_users AS u (agent_id, account_id)
    SELECT DISTINCT agent_id, account_id FROM facts WHERE cost > 0 AND is_by_others ORDER BY 1, 2
    ON CONFLICT DO NOTHING RETURNING u.agent_id
  ), of_agents AS (
    SELECT f.agent_id, (array_agg(f.agent_name ORDER BY f.ended_at DESC))[1] AS agent_name,
           count(*) AS runs, count(*) FILTER (WHERE f.is_by_others AND f.status = 'completed') AS completed,
           count(*) FILTER (WHERE f.is_by_others AND f.is_failed) AS failed,
           (SELECT count(*) FROM new_users n WHERE n.agent_id = f.agent_id) AS users
    FROM facts f GROUP BY f.agent_id
  ), figures AS (
    INSERT INTO run_agent_figures AS g (agent_id, agent_name, executions, completed, failed, users)
    SELECT a.agent_id, a.agent_name, a.completed, a.completed, a.failed, a.users FROM of_agents a ORDER BY a.agent_id
    ON CONFLICT (agent_id) DO UPDATE SET
      agent_name = excluded.agent_name, executions = g.executions + excluded.executions,
      completed = g.completed + excluded.completed, failed = g.failed + excluded.failed,
      users = g.users + excluded.users
  )
  SELECT a.agent_id, a.runs, a.failed FROM of_agents a;
END $$;
