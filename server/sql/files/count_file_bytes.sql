-- Keeps file_usage equal to the total size of each account's files. Its row exists, because reserve_file inserts it.
CREATE OR REPLACE FUNCTION count_file_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE file_usage u SET bytes = u.bytes + coalesce(NEW.bytes, 0) - coalesce(OLD.bytes, 0)
    WHERE u.account_id = coalesce(NEW.account_id, OLD.account_id);
  RETURN NULL;
END $$;
