-- Leaves the contents of a deleted file to the job that removes contents, in the same transaction. So no deletion, by
-- whatever statement, can leave a content behind.
CREATE OR REPLACE FUNCTION queue_file_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removals (storage_key, storage_upload) VALUES (OLD.storage_key, OLD.storage_upload);
  IF OLD.preview_key IS NOT NULL THEN
    INSERT INTO file_removals (storage_key) VALUES (OLD.preview_key);
  END IF;
  RETURN NULL;
END $$;
