-- People, the accounts that own things, sessions and keys (readings 21 to 25).
-- Personal data stands in tables of its own, so that it can be deleted while names stay as tombstones.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;

-- 'run' -> 'run_' and 32 hex digits of a UUIDv7: sortable by time, telling by its prefix.
CREATE FUNCTION new_id(prefix text) RETURNS text
  LANGUAGE sql VOLATILE PARALLEL SAFE
  RETURN prefix || '_' || replace(uuidv7()::text, '-', '');

-- For tables whose rows are facts: nobody changes or removes them, not even by mistake.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are immutable', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TABLE users (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('usr'),
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9_-]{3,32}$'),
  is_active boolean NOT NULL DEFAULT true,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));

-- What is deleted when a person leaves.
CREATE TABLE user_identities (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  password_hash text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX user_identities_email_key ON user_identities (lower(email));

CREATE TABLE accounts (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('acc'),
  plan_type text NOT NULL DEFAULT 'free' CHECK (plan_type IN ('free', 'creator', 'business')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE memberships (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'member')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

-- One open subscription per account; its anchor is the day from which periods are counted.
CREATE TABLE subscriptions (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('sub'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  plan_type text NOT NULL CHECK (plan_type IN ('free', 'creator', 'business')),
  period_anchor date NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX subscriptions_open ON subscriptions (account_id) WHERE ended_at IS NULL;

-- The periods whose credits were granted: each once, also when a job missed a month (reading 5).
CREATE TABLE plan_periods (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  starts_on date NOT NULL,
  plan_type text NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, starts_on)
);

-- The token itself is never stored (reading 22).
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- Sealed to be shown again, hashed to be looked up (reading 23).
CREATE TABLE api_keys (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL DEFAULT 'main',
  key_hash bytea NOT NULL UNIQUE,
  sealed_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE UNIQUE INDEX api_keys_live_name ON api_keys (account_id, name) WHERE revoked_at IS NULL;

-- What operators and the money rules did, and why; written in the same transaction (reading 25).
CREATE TABLE audit_log (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('aud'),
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX audit_log_subject ON audit_log (subject, created_at);
CREATE TRIGGER audit_log_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Facts that others are told of after they are committed: notifications, statistics, webhooks.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Counters of the rate limits; a crash may forget them, so they need no log.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
