-- Writes and returns the median and 95th percentile over the last 500 ended runs by others, among each agent's last
-- 2,000 runs. Reading further back would cost more than the figures are worth for an agent that its owner runs all
-- day. It is written in PL/pgSQL, which caches the plan of the partitions.
CREATE OR REPLACE FUNCTION measure_run_agents(agents integer[]) RETURNS SETOF run_agent_figures
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY WITH measured AS (
    SELECT a.agent_id,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r.execution_ms) FILTER (WHERE r.status = 'completed') AS median_ms,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r.tokens_charged) FILTER (WHERE r.status = 'completed') AS median_tokens,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY r.tokens_charged) FILTER (WHERE r.status = 'completed') AS p95_tokens
    FROM unnest(agents) AS a (agent_id)
    LEFT JOIN LATERAL (
      SELECT newest.execution_ms, newest.tokens_charged, newest.status
      FROM (SELECT l.* FROM runs l WHERE l.agent_id = a.agent_id ORDER BY l.id DESC LIMIT 2000) newest
      WHERE newest.is_by_others ORDER BY newest.id DESC LIMIT 500
    ) r ON true
    GROUP BY a.agent_id
  )
  UPDATE run_agent_figures g
  SET median_ms = round(m.median_ms), median_tokens = round(m.median_tokens), p95_tokens = ceil(m.p95_tokens)
  FROM measured m WHERE g.agent_id = m.agent_id
  RETURNING g.*;
END $$;
