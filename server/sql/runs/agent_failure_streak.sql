-- Counts the runs of an agent's version that started after a moment and failed after its last completed run, and counts
-- their accounts. Only runs by other people count, and only failures of the agent's own code. A run is left out if its
-- connector refused a call: the caller's credential or their service may be the reason. The last 500 runs are enough to
-- detect ten failures in a row.
CREATE OR REPLACE FUNCTION agent_failure_streak(
  p_agent_id integer, p_version_id text, p_since timestamptz, OUT failures integer, OUT callers integer
) LANGUAGE sql STABLE AS $$
  WITH newest AS (
    SELECT r.* FROM runs r WHERE r.agent_id = p_agent_id ORDER BY r.id DESC LIMIT 500
  ), counted AS (
    SELECT r.account_id, r.status = 'completed' AS has_completed,
      row_number() OVER (ORDER BY r.ended_at DESC, r.id DESC) AS place
    FROM newest r
    WHERE r.is_by_others AND r.version_id = p_version_id AND r.created_at > p_since
      AND (r.status = 'completed' OR (run_failed_by_agent(r) AND NOT EXISTS (
        SELECT FROM run_events e
        WHERE e.run_id = r.id AND e.kind = 'connector_call' AND e.is_refusal)))
  )
  SELECT count(*)::integer, count(DISTINCT account_id)::integer FROM counted
  WHERE place < coalesce((SELECT min(place) FROM counted WHERE has_completed), 501);
$$;
