-- Returns the child runs of a run, at any depth, in the order of their starts. Amounts are nano-USD as text, because
-- JSON has no bigint. The id of a child run is greater than the id of its parent, so partitions of earlier months are
-- not searched.
CREATE OR REPLACE FUNCTION list_called_runs(p_run_id text) RETURNS json
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM runs r WHERE r.parent_id = p_run_id AND r.id > p_run_id) THEN
    RETURN '[]';
  END IF;
  RETURN (
    WITH RECURSIVE called AS (
      SELECT r.* FROM runs r WHERE r.parent_id = p_run_id AND r.id > p_run_id
      UNION ALL
      SELECT r.* FROM called c JOIN runs r ON r.parent_id = c.id AND r.id > p_run_id
    )
    SELECT json_agg(json_build_object('id', c.id, 'agent_id', c.agent_id, 'agent_name', c.agent_name,
      'status', c.status, 'tokens_charged', c.tokens_charged, 'cost', c.cost::text,
      'failure_charge', c.failure_charge::text) ORDER BY c.id)
    FROM called c
  );
END $$;
