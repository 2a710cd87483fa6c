-- Tries to sign in that were counted before the password was checked, over all nodes. A key names an account as seen from
-- one network, an account, a network, or a network that an account is known to use; all as hashes. A crash may forget
-- them, so they need no log.
CREATE UNLOGGED TABLE sign_in_tries (
  key text COLLATE "C" PRIMARY KEY,
  failures integer NOT NULL,
  -- No further try is let through before this moment.
  locked_until timestamptz NOT NULL,
  forget_at timestamptz NOT NULL
);
CREATE INDEX sign_in_tries_forget ON sign_in_tries (forget_at);
