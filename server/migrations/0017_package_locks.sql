-- The packages that a file declares, with exact versions and hashes. A version of an agent names its lock by
-- agent_versions.environment_digest. Versions with the same packages have the same lock, regardless of the developer,
-- and each node installs the packages when a run needs them.
CREATE TABLE package_locks (
  digest text COLLATE "C" PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{64}$'),
  -- The platform of the lock: implementation and version of Python, machine and C library.
  abi text NOT NULL,
  python text NOT NULL,
  -- The lock in the form of pylock.toml. 200 packages take 100 kB.
  lock text NOT NULL CHECK (length(lock) <= 4194304),
  -- [{ name, version, bytes, releasedAt }]
  packages jsonb NOT NULL,
  fetch_bytes bigint NOT NULL CHECK (fetch_bytes >= 0),
  installed_bytes bigint NOT NULL CHECK (installed_bytes >= 0),
  log text NOT NULL,
  -- When an upload last chose these packages. A lock that no version names is deleted a day later.
  chosen_at timestamptz NOT NULL DEFAULT now()
);
