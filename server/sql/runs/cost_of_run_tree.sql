-- Returns the final cost of a root run and all its child runs, in nano-USD, including failure charges.
CREATE OR REPLACE FUNCTION cost_of_run_tree(p_run_id text) RETURNS bigint LANGUAGE sql STABLE
  RETURN (
    WITH RECURSIVE tree AS (
      SELECT r.id, r.cost + r.failure_charge AS cost FROM runs r WHERE r.id = p_run_id
      UNION ALL
      SELECT r.id, r.cost + r.failure_charge FROM tree t JOIN runs r ON r.parent_id = t.id
    )
    SELECT coalesce(sum(cost), 0)::bigint FROM tree
  );
