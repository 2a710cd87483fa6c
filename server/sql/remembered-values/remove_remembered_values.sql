-- Removes one value of a store that the caller has locked, or all of its expired values if p_key is null, and updates the
-- size of the store.
CREATE OR REPLACE FUNCTION remove_remembered_values(p_store_id bigint, p_key text) RETURNS void LANGUAGE sql AS $$
  WITH removed AS (
    DELETE FROM remembered_values v
    WHERE v.store_id = p_store_id AND CASE WHEN p_key IS NULL THEN v.expires_at <= now() ELSE v.key = p_key END
    RETURNING v.bytes
  )
  UPDATE remembered_stores s SET value_count = s.value_count - r.number, bytes = s.bytes - r.bytes
    FROM (SELECT count(*)::integer AS number, coalesce(sum(removed.bytes), 0)::integer AS bytes FROM removed) r
    WHERE s.id = p_store_id AND r.number > 0
$$;
