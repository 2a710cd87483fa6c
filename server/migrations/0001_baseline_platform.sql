-- Creates what every module uses: extensions, the audit log, the outbox and the counters of rate limits.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
-- Measures how much a mistyped word differs from a known one.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- Records actions that must stay traceable, such as those of operators and reversals of transfers, with their reasons.
-- Each row is written in the transaction of its action.
CREATE TABLE audit_log (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('aud'),
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The reason for the action, and what it changed. Some actions record this in their details, or have no reason.
  reason text,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_log_subject ON audit_log (subject, created_at);
CREATE INDEX audit_log_actor ON audit_log (actor, id);
CREATE INDEX audit_log_action ON audit_log (action, id);

-- Facts that are processed after their commit, for statistics, notifications and webhooks.
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_run_statistics ON outbox (id) WHERE topic = 'runs.statistics';

-- Counters of rate limits. The table is unlogged, because losing them in a crash does no harm.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

-- The requests that callers have used of their rate limits, as far as the nodes have reported them. Each node counts
-- requests itself and reports those of a busy caller in batches (server/src/platform/rate-limit). A row is for one
-- bucket, such as "runs:user:usr_1", in one window of time. Any node deletes it within minutes of the window's end. The
-- table is unlogged, because losing the rows in a crash does no harm.
CREATE UNLOGGED TABLE rate_windows (
  bucket text COLLATE "C" NOT NULL,
  -- Seconds since 1970.
  ends_at bigint NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (bucket, ends_at)
);
CREATE INDEX rate_windows_ended ON rate_windows (ends_at);
