-- Returns how many bytes an account stores in total.
CREATE OR REPLACE FUNCTION stored_bytes(p_account_id text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce((SELECT sum(s.bytes) FROM run_storage s WHERE s.account_id = p_account_id), 0)::bigint
    + workflow_value_bytes(p_account_id)
$$;
