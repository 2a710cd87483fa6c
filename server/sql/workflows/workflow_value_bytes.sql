-- Returns how many bytes the workflows of an account store.
CREATE OR REPLACE FUNCTION workflow_value_bytes(p_account_id text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(v.bytes), 0)::bigint FROM workflow_values v WHERE v.account_id = p_account_id
$$;
