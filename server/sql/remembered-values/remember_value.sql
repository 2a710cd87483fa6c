-- Stores a sealed value that expires after p_ttl seconds, or never if p_ttl is null. Returns:
--   stored      the value is stored
--   changed     the current value is not the one whose sealed bytes have the SHA-256 hash p_expected, or, if p_expected is
--               '', there is one
--   store_full  the store would have more than p_max_bytes bytes
--   many_keys   the store would have more than p_max_keys keys
--   no_agent    the agent has been deleted
-- Nothing is stored unless it returns `stored`. Without p_expected, any current value is replaced. p_bytes is the
-- size of key and value before the value was sealed, and free_bytes is how large it may be.
CREATE OR REPLACE FUNCTION remember_value(
  p_agent_id integer, p_user_id text, p_key text, p_value bytea, p_bytes integer, p_ttl integer, p_expected text,
  p_max_bytes integer, p_max_keys integer, OUT outcome text, OUT free_bytes integer
) LANGUAGE plpgsql AS $$
DECLARE
  v_store_id bigint := lock_remembered_store(p_agent_id, p_user_id, true);
  v_store remembered_stores;
  v_current bytea;
  v_replaced integer;
BEGIN
  IF v_store_id IS NULL THEN
    outcome := 'no_agent';
    RETURN;
  END IF;
  PERFORM remove_remembered_values(v_store_id, NULL);
  SELECT v.value, v.bytes INTO v_current, v_replaced FROM remembered_values v WHERE v.store_id = v_store_id AND v.key = p_key;
  v_replaced := coalesce(v_replaced, 0);
  IF p_expected <> coalesce(encode(sha256(v_current), 'hex'), '') THEN
    outcome := 'changed';
    RETURN;
  END IF;
  SELECT * INTO v_store FROM remembered_stores s WHERE s.id = v_store_id;
  free_bytes := p_max_bytes - v_store.bytes + v_replaced;
  IF p_bytes > free_bytes THEN
    outcome := 'store_full';
  ELSIF v_current IS NULL AND v_store.value_count >= p_max_keys THEN
    outcome := 'many_keys';
  ELSE
    INSERT INTO remembered_values AS v (store_id, key, value, bytes, expires_at)
      VALUES (v_store_id, p_key, p_value, p_bytes, now() + p_ttl * interval '1 second')
      ON CONFLICT (store_id, key)
        DO UPDATE SET value = excluded.value, bytes = excluded.bytes, expires_at = excluded.expires_at, updated_at = now();
    UPDATE remembered_stores s
      SET bytes = s.bytes + p_bytes - v_replaced, value_count = s.value_count + CASE WHEN v_current IS NULL THEN 1 ELSE 0 END
      WHERE s.id = v_store_id;
    outcome := 'stored';
  END IF;
END $$;
