-- Inserts a file that will be uploaded, and reserves up to p_wanted bytes of the account's p_quota for it. Less than
-- p_least is not reserved. Returns the file, or why it was refused: `quota`, or `uploads` if the account has p_uploads
-- incomplete uploads. The lock on the row of file_usage makes parallel uploads wait for each other, only for this
-- statement.
CREATE OR REPLACE FUNCTION reserve_file(
  p_account_id text, p_user_id text, p_name text, p_origin text, p_run_id text, p_is_resumable boolean,
  p_wanted bigint, p_least bigint, p_quota bigint, p_uploads integer, p_minutes integer, p_storage_key text,
  p_sealed_key bytea
) RETURNS TABLE (id text, reserved bigint, expires_at timestamptz, refusal text)
  LANGUAGE plpgsql AS $$
DECLARE
  used bigint;
  grant_bytes bigint;
BEGIN
  INSERT INTO file_usage (account_id) VALUES (p_account_id) ON CONFLICT DO NOTHING;
  SELECT u.bytes INTO used FROM file_usage u WHERE u.account_id = p_account_id FOR NO KEY UPDATE;
  IF p_origin = 'upload' AND p_uploads <= (
    SELECT count(*) FROM files f
    WHERE f.account_id = p_account_id AND f.state = 'uploading' AND f.origin = 'upload') THEN
    RETURN QUERY SELECT NULL::text, NULL::bigint, NULL::timestamptz, 'uploads';
    RETURN;
  END IF;
  grant_bytes := least(p_wanted, p_quota - used);
  IF grant_bytes < p_least THEN
    RETURN QUERY SELECT NULL::text, NULL::bigint, NULL::timestamptz, 'quota';
    RETURN;
  END IF;
  RETURN QUERY
    INSERT INTO files AS f (account_id, user_id, name, origin, run_id, bytes, expires_at, received_bytes, next_part,
      storage_key, sealed_key)
    VALUES (p_account_id, p_user_id, p_name, p_origin, p_run_id, grant_bytes, now() + make_interval(mins => p_minutes),
      CASE WHEN p_is_resumable THEN 0 END, CASE WHEN p_is_resumable THEN 1 END, p_storage_key, p_sealed_key)
    RETURNING f.id, f.bytes, f.expires_at, NULL::text;
END $$;
