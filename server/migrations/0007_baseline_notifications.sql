-- What people are notified of.

-- One row for each person and occasion. Its text is made from kind and facts when it is read
-- (contract/src/notification-words.ts). Rows are deleted after 90 days, when a person has 500 newer ones, and with the
-- person.
CREATE TABLE notifications (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('ntf'),
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]+$'),
  facts jsonb NOT NULL,
  -- Who caused it, if somebody did. Shown by the name that they have when it is read: a person who has left has none.
  actor_id text COLLATE "C",
  -- What happened, by its own ids: writing it again changes nothing.
  occasion text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  -- Ids are in the order of writing, not of committing: a stream asks for what its last snapshot did not see.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- A notification that its person has switched off is still written, so that its occasion is noted once and webhooks
  -- follow it; it counts as read and is never shown.
  is_muted boolean NOT NULL DEFAULT false,
  UNIQUE (user_id, occasion)
);
CREATE INDEX notifications_newest ON notifications (user_id, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_age ON notifications (created_at);

-- The kinds that a person has switched off; no row for a person who gets all.
CREATE TABLE notification_settings (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  muted text[] NOT NULL
);

-- The first run that an agent earned from; a row for each agent that ever earned, kept, so that "first" stays true.
CREATE TABLE agent_first_earnings (
  agent_id integer PRIMARY KEY,
  run_id text COLLATE "C" NOT NULL
);
