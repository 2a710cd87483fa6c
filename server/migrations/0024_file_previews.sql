-- A smaller image of a picture, which the server makes when it is first shown. Its content is in the storage of the server, under a
-- key of its own, and does not count toward the quota. preview_bytes is its size, 0 for a picture of which there can be none, and null
-- as long as nobody has asked.
ALTER TABLE files
  ADD COLUMN preview_key text COLLATE "C" UNIQUE,
  ADD COLUMN preview_bytes integer CHECK (preview_bytes >= 0),
  ADD CONSTRAINT files_preview CHECK ((preview_key IS NOT NULL) = (coalesce(preview_bytes, 0) > 0));
