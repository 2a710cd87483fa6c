-- Removes the expired values of at most p_stores stores and returns the number of these stores. Skips stores that runs are
-- writing, because each write removes what has expired.
CREATE OR REPLACE FUNCTION forget_expired_values(p_stores integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_id bigint;
  v_stores integer := 0;
BEGIN
  FOR v_id IN
    SELECT s.id FROM remembered_stores s
    WHERE s.id IN (SELECT v.store_id FROM remembered_values v WHERE v.expires_at <= now())
    ORDER BY s.id LIMIT p_stores FOR UPDATE SKIP LOCKED
  LOOP
    PERFORM remove_remembered_values(v_id, NULL);
    v_stores := v_stores + 1;
  END LOOP;
  RETURN v_stores;
END $$;
