-- Returns how many bytes the content of a run takes on disk, compressed, with about 100 bytes for each row and its
-- index entry. pg_column_size does not read values that are stored out of line. It is written in PL/pgSQL, which caches
-- the plan; a function in SQL would plan the partitions again for every batch.
CREATE OR REPLACE FUNCTION run_content_bytes(p_run_id text) RETURNS bigint
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN coalesce((
      SELECT 100 + coalesce(pg_column_size(c.task), 0) + pg_column_size(c.input) + coalesce(pg_column_size(c.output), 0)
        + coalesce(pg_column_size(c.error_detail), 0) + coalesce(pg_column_size(c.developer_detail), 0)
        + coalesce(pg_column_size(c.state), 0)
      FROM run_contents c WHERE c.run_id = p_run_id), 0)
    + coalesce((SELECT sum(100 + pg_column_size(e.payload)) FROM run_events e WHERE e.run_id = p_run_id), 0)
    + coalesce((SELECT sum(100 + pg_column_size(m.content)) FROM model_call_contents m WHERE m.run_id = p_run_id), 0);
END $$;
