-- People, their accounts, sessions and keys. Personal data is in separate tables, so that it can be deleted while the
-- names stay as tombstones.

-- A person. The row stays after the person has deleted their account, because records refer to it.
CREATE TABLE users (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('usr'),
  username text NOT NULL CHECK (username ~ '^[A-Za-z0-9_-]{3,32}$'),
  is_active boolean NOT NULL DEFAULT true,
  is_operator boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  -- The person sees this reason. The accounts that a suspended user owns are suspended with the user.
  suspended_at timestamptz,
  suspension_reason text CHECK (length(suspension_reason) BETWEEN 1 AND 500),
  CONSTRAINT users_suspended CHECK (num_nulls(suspended_at, suspension_reason) IN (0, 2))
);
CREATE UNIQUE INDEX users_username_key ON users (lower(username));
-- Few users are suspended, so finding them costs nothing.
CREATE INDEX users_suspended ON users (id) WHERE suspended_at IS NOT NULL;

-- Personal data, which is deleted with the person's account.
CREATE TABLE user_identities (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  -- NULL for people who signed up with Google or GitHub and have not set a password.
  password_hash text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- Whether a person who signed up with a password must still confirm their email address. The confirmation grants the
  -- starting credits.
  awaits_confirmation boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX user_identities_email_key ON user_identities (lower(email));

-- An account owns agents, keys, runs and money. Every person has one.
CREATE TABLE accounts (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('acc'),
  plan_type text NOT NULL DEFAULT 'free' CHECK (plan_type IN ('free', 'creator', 'business')),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The maximum cost of a run without `max_cost`, in nano-USD. NULL means the contract's default.
  unconfirmed_run_limit bigint CHECK (unconfirmed_run_limit >= 0)
);

CREATE TABLE memberships (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  role text NOT NULL DEFAULT 'owner' CHECK (role IN ('owner', 'member')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, user_id)
);
CREATE INDEX memberships_user ON memberships (user_id);

-- Each account has one open subscription. Its periods are counted from the anchor.
CREATE TABLE subscriptions (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('sub'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  plan_type text NOT NULL CHECK (plan_type IN ('free', 'creator', 'business')),
  period_anchor date NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE UNIQUE INDEX subscriptions_open ON subscriptions (account_id) WHERE ended_at IS NULL;

-- The periods whose credits were granted. Each is granted once, even if a job missed a month.
CREATE TABLE plan_periods (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  starts_on date NOT NULL,
  plan_type text NOT NULL,
  granted_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, starts_on)
);

-- The token itself is never stored, only its hash.
CREATE TABLE sessions (
  token_hash bytea PRIMARY KEY,
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  revoked_at timestamptz
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- A named key is shown once, so only its hash and its prefix are stored. The main key is sealed, so that it can be
-- shown again. Revoked keys are stored for a while, because runs that they started still count toward their limits.
CREATE TABLE api_keys (
  id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  name text NOT NULL DEFAULT 'main',
  key_hash bytea NOT NULL UNIQUE,
  sealed_key bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  prefix text,
  expires_at timestamptz,
  -- The scopes of the key. NULL means every scope, which the main key has.
  scopes text[],
  CONSTRAINT api_keys_main_is_sealed CHECK (name <> 'main' OR sealed_key IS NOT NULL),
  CONSTRAINT api_keys_named_have_scopes CHECK (
    CASE WHEN scopes IS NULL THEN name = 'main' ELSE name <> 'main' AND cardinality(scopes) > 0 END
  )
);
CREATE UNIQUE INDEX api_keys_live_name ON api_keys (account_id, lower(name)) WHERE revoked_at IS NULL;
CREATE INDEX api_keys_of_account ON api_keys (account_id, created_at);
CREATE INDEX api_keys_revoked ON api_keys (revoked_at) WHERE revoked_at IS NOT NULL;

-- People who have deleted their account and whose content is still being removed. Any node removes it in batches, even
-- after a crash, and deletes the row at the end.
CREATE TABLE account_erasures (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL DEFAULT now()
);

-- The single action that a mailed link permits. The link itself is not stored. A row is deleted when its link is opened
-- or when another way to sign in changes. A job deletes the row some time after the link has expired.
CREATE TABLE mailed_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset_password', 'change_email', 'confirm_address')),
  -- The email address that the link was sent to: the account's address, or the new one that will replace it.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX mailed_links_user ON mailed_links (user_id);
CREATE INDEX mailed_links_expiry ON mailed_links (expires_at);
-- Only the latest request to change an email address is valid.
CREATE UNIQUE INDEX mailed_links_change ON mailed_links (user_id) WHERE purpose = 'change_email';

-- The identity of a person at Google or GitHub: the provider's own id of the person and never an email address, because
-- an email address can pass to another person. A row is deleted with its person. It is also deleted when the password
-- is reset and its email address differs from the account's.
CREATE TABLE provider_identities (
  provider text NOT NULL CHECK (provider IN ('google', 'github')),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The email address that the provider had verified when the two were linked.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject)
);
CREATE UNIQUE INDEX provider_identities_user ON provider_identities (user_id, provider);

-- Sign-ins in progress at a provider, each bound to a browser by a cookie, whose hash is the key. The row is deleted
-- when the browser returns. If the provider's email address already has an account, a row with the person's id replaces
-- it until the account's password is given. A job deletes expired rows.
CREATE TABLE provider_sign_ins (
  browser_hash bytea PRIMARY KEY CHECK (length(browser_hash) = 32),
  provider text NOT NULL CHECK (provider IN ('google', 'github')),
  state text NOT NULL,
  nonce text NOT NULL,
  code_verifier text NOT NULL,
  subject text COLLATE "C",
  email text,
  user_id text COLLATE "C" REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  CHECK (num_nulls(subject, email, user_id) IN (0, 3))
);
CREATE INDEX provider_sign_ins_expiry ON provider_sign_ins (expires_at);
CREATE INDEX provider_sign_ins_user ON provider_sign_ins (user_id);

-- Attempts to sign in on all nodes, counted before the password is checked. A key is the hash of one of these: an
-- account as seen from one network, an account, a network, or a network that an account is known to use. The table is
-- unlogged, because losing the rows in a crash does no harm.
CREATE UNLOGGED TABLE sign_in_tries (
  key text COLLATE "C" PRIMARY KEY,
  failures integer NOT NULL,
  -- No further attempt is allowed before this moment.
  locked_until timestamptz NOT NULL,
  forget_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tries_forget ON sign_in_tries (forget_at);

-- Random keys of the installation, sealed by the master key, so that they survive its rotation.
CREATE TABLE sealed_secrets (
  id text COLLATE "C" PRIMARY KEY,
  sealed bytea NOT NULL
);

-- Mailboxes that received starting credits, as hashes keyed by a sealed secret. They stay after the account is deleted.
-- Without the key, nobody can find out the email address of a row or test an email address against it.
CREATE TABLE starting_credit_claims (
  mailbox_hash bytea PRIMARY KEY CHECK (length(mailbox_hash) = 32),
  claimed_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date
);
