-- The files of a version that was uploaded as an archive, as a zip without compression. agent_versions.source is its
-- main file, and agent_versions.source_sha256 is the hash of the archive.
CREATE TABLE agent_archives (
  version_id text COLLATE "C" PRIMARY KEY REFERENCES agent_versions,
  -- Allows 20 MiB of files, and what the format adds for 500 names.
  packed bytea NOT NULL CHECK (length(packed) <= 22020096)
);
