-- Other ways into one's account than the password: links by mail, and sign-in by Google and GitHub (issue 5, point 9).

-- Who came by Google or GitHub has no password until they set one. An empty text would be one more thing to compare with.
ALTER TABLE user_identities ALTER COLUMN password_hash DROP NOT NULL;

-- What a mailed link is good for, once. The link itself is not stored. A row goes when its link is opened, when another
-- way in has changed meanwhile, or a while after it has ended, by a job.
CREATE TABLE mailed_links (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL CHECK (purpose IN ('reset_password', 'change_email')),
  -- The address that the link was sent to: the account's, or the one that becomes the account's.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
CREATE INDEX mailed_links_user ON mailed_links (user_id);
CREATE INDEX mailed_links_expiry ON mailed_links (expires_at);
-- Only the newest wish for another address counts.
CREATE UNIQUE INDEX mailed_links_change ON mailed_links (user_id) WHERE purpose = 'change_email';

-- Who one is at Google or GitHub: by the provider's own id of the person, never by an address, which can change hands.
-- A row goes with its person, and when the password is reset and its address is not the account's.
CREATE TABLE provider_identities (
  provider text NOT NULL CHECK (provider IN ('google', 'github')),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) BETWEEN 1 AND 255),
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  -- As the provider had verified it when the two were linked.
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, subject)
);
CREATE UNIQUE INDEX provider_identities_user ON provider_identities (user_id, provider);

-- Sign-ins under way at a provider, each bound to a browser by a cookie, whose hash is the key. A row is taken away by the
-- browser's return. Where the provider's address has an account already, a row with the person's id there takes its place,
-- until the account's password is given. What is left over goes by a job after it has ended.
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
