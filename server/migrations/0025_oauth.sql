-- Apps that people allow to act for them with OAuth, such as MCP clients.

-- What an app may do and spend is a key without a secret: limits, usage and deletion work as for every other key.
ALTER TABLE api_keys ADD COLUMN is_for_app boolean NOT NULL DEFAULT false;
-- Several connections of one app may have the same name.
DROP INDEX api_keys_live_name;
CREATE UNIQUE INDEX api_keys_live_name ON api_keys (account_id, lower(name))
  WHERE revoked_at IS NULL AND NOT is_for_app;

-- Apps that have registered themselves (RFC 7591). They are public clients, so they have no secret.
CREATE TABLE oauth_clients (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('oac'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  redirect_uris text[] NOT NULL CHECK (cardinality(redirect_uris) BETWEEN 1 AND 10),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When a person last allowed the app to act for them.
  last_used_at timestamptz
);
CREATE INDEX oauth_clients_age ON oauth_clients ((coalesce(last_used_at, created_at)));

-- What people have allowed. A grant has one code, and after that one access token and one refresh token at a time, of
-- which only hashes are stored. A grant that has ended is deleted.
CREATE TABLE oauth_grants (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('ogr'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  key_id text COLLATE "C" NOT NULL UNIQUE REFERENCES api_keys ON DELETE CASCADE,
  -- The ID of a row in oauth_clients, or the https URL of a client's metadata document.
  client_id text COLLATE "C" NOT NULL,
  client_name text NOT NULL,
  redirect_uri text NOT NULL,
  -- The URL for which the tokens are valid (RFC 8707), and their scopes, which are those of the key.
  resource text NOT NULL,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  code_hash bytea NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  code_challenge text NOT NULL,
  code_expires_at timestamptz NOT NULL,
  code_used_at timestamptz,
  access_hash bytea UNIQUE CHECK (length(access_hash) = 32),
  access_expires_at timestamptz,
  -- The part that all refresh tokens of a grant share: with it, a refresh token that was replaced is recognized.
  family_hash bytea UNIQUE CHECK (length(family_hash) = 32),
  refresh_hash bytea CHECK (length(refresh_hash) = 32),
  refresh_expires_at timestamptz,
  CONSTRAINT oauth_grants_tokens_follow_code CHECK (num_nulls(code_used_at, access_hash, access_expires_at, family_hash,
    refresh_hash, refresh_expires_at) IN (0, 6))
);
CREATE INDEX oauth_grants_account ON oauth_grants (account_id);
CREATE INDEX oauth_grants_client ON oauth_grants (client_id);
CREATE INDEX oauth_grants_end ON oauth_grants ((coalesce(refresh_expires_at, code_expires_at)));
