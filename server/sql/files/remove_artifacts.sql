-- Deletes the files that runs returned. The caller is deleting the contents of these runs.
CREATE OR REPLACE FUNCTION remove_artifacts(p_run_ids text[]) RETURNS void LANGUAGE sql AS $$
  DELETE FROM files WHERE run_id = ANY (p_run_ids)
$$;
