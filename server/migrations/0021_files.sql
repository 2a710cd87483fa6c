-- Files that people upload and that agents return. Their contents are in the storage of the server, a folder or an
-- S3-compatible store, under storage_key, which names nobody.
CREATE TABLE files (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('file'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL CHECK (octet_length(name) BETWEEN 1 AND 255),
  -- The media type that the server determined from the first bytes. Null until they have arrived.
  type text,
  -- The size of a stored file. The reserved size, as long as the file is uploading.
  bytes bigint NOT NULL CHECK (bytes > 0),
  -- A returned file is complete, but its run has not. It becomes a stored file when its run completes, and expires otherwise.
  state text NOT NULL DEFAULT 'uploading' CHECK (state IN ('uploading', 'returned', 'stored')),
  origin text NOT NULL CHECK (origin IN ('upload', 'artifact')),
  -- The run that returned the artifact. Runs are partitioned by month, so this is not a foreign key.
  run_id text COLLATE "C",
  storage_key text COLLATE "C" NOT NULL UNIQUE DEFAULT replace(gen_random_uuid()::text, '-', ''),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- A resumable upload: the bytes that have arrived, the number of the next part, and the ID of the storage's own upload.
  received_bytes bigint CHECK (received_bytes BETWEEN 0 AND bytes),
  next_part integer,
  storage_upload text,
  CHECK (state = 'uploading' OR type IS NOT NULL),
  CHECK ((origin = 'artifact') = (run_id IS NOT NULL))
);
CREATE INDEX files_account ON files (account_id, id);
CREATE INDEX files_user ON files (user_id);
CREATE INDEX files_run ON files (run_id) WHERE run_id IS NOT NULL;
CREATE INDEX files_returned ON files (run_id) WHERE state = 'returned';
CREATE INDEX files_expiry ON files (expires_at);
CREATE INDEX files_uploading ON files (account_id) WHERE state = 'uploading';

-- The parts of resumable uploads that have arrived, in the order of their numbers. tag is what the storage needs to put
-- them together.
CREATE TABLE file_parts (
  file_id text COLLATE "C" NOT NULL REFERENCES files ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  tag text NOT NULL,
  PRIMARY KEY (file_id, number)
);

-- The total size of an account's files. A trigger keeps it, and its lock makes the check of the quota safe.
CREATE TABLE file_usage (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts ON DELETE CASCADE,
  bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0)
);

-- Contents whose file was deleted. A job removes them from the storage, and tries again if that fails.
CREATE TABLE file_removals (
  storage_key text COLLATE "C" PRIMARY KEY,
  storage_upload text,
  attempts integer NOT NULL DEFAULT 0,
  retry_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX file_removals_retry ON file_removals (retry_at);

-- The folder of this installation within an S3 bucket, so that two installations that share a bucket never remove each
-- other's files.
CREATE TABLE file_storage_folder (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  folder text NOT NULL
);
INSERT INTO file_storage_folder (folder) VALUES ('stoa-' || left(replace(gen_random_uuid()::text, '-', ''), 16));
