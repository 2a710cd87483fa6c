-- The notifications of people.

-- One row for each person and occasion. Its text is created from kind and facts when it is read
-- (contract/src/notification-texts.ts). Rows are deleted after 90 days, when a person has 500 newer ones, and with the
-- person.
CREATE TABLE notifications (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('ntf'),
  user_id text COLLATE "C" NOT NULL REFERENCES users ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind ~ '^[a-z_]+$'),
  facts jsonb NOT NULL,
  -- The person who caused the event, if there is one. Their current name is shown; a person who has deleted their
  -- account has none.
  actor_id text COLLATE "C",
  -- Identifies the event by its own ids, so that writing it again changes nothing.
  occasion text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  -- Ids are in the order of writing, not of committing. A stream therefore reads the rows of transactions that its last
  -- snapshot did not contain.
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  -- A notification of a kind that the person has switched off is still written, so that its occasion is recorded once
  -- and webhooks are sent. It counts as read and is never shown.
  is_muted boolean NOT NULL DEFAULT false,
  UNIQUE (user_id, occasion)
);
CREATE INDEX notifications_newest ON notifications (user_id, id DESC);
CREATE INDEX notifications_unread ON notifications (user_id) WHERE read_at IS NULL;
CREATE INDEX notifications_age ON notifications (created_at);

-- The kinds that a person has switched off. A person without a row receives all kinds.
CREATE TABLE notification_settings (
  user_id text COLLATE "C" PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  muted text[] NOT NULL
);

-- The first run that an agent earned from. Each agent that has earned has a row, which is never deleted, so that
-- "first" stays correct.
CREATE TABLE agent_first_earnings (
  agent_id integer PRIMARY KEY,
  run_id text COLLATE "C" NOT NULL
);
