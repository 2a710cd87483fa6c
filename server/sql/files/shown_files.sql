-- Lists the files that people can see: complete, not expired, and not of a run that has not completed. A file has at most
-- 100 MB, so its size is an integer.
CREATE OR REPLACE VIEW shown_files AS
  SELECT id, account_id, run_id, name, type, bytes::integer AS bytes, created_at FROM files
  WHERE state = 'stored' AND expires_at > now();
