-- Starting credits are given once per mailbox for ever, and, if the server sends mail, when the address is confirmed.

-- Whether an account that signed up by password has yet to confirm its address, and gets its starting credits then.
ALTER TABLE user_identities ADD COLUMN awaits_confirmation boolean NOT NULL DEFAULT false;

ALTER TABLE mailed_links DROP CONSTRAINT mailed_links_purpose_check;
ALTER TABLE mailed_links ADD CONSTRAINT mailed_links_purpose_check
  CHECK (purpose IN ('reset_password', 'change_email', 'confirm_address'));

-- Random keys of the installation itself, sealed by the master key, so that they survive its rotation.
CREATE TABLE sealed_secrets (
  id text COLLATE "C" PRIMARY KEY,
  sealed bytea NOT NULL
);

-- Mailboxes that brought starting credits, as hashes keyed by a sealed secret. They stay when the account is deleted:
-- without the key nobody can tell from a row which address it was, or test an address against it.
CREATE TABLE starting_credit_claims (
  mailbox_hash bytea PRIMARY KEY CHECK (length(mailbox_hash) = 32),
  claimed_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date
);
