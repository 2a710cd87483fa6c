-- What every module uses: extensions, the audit log, the outbox and the counters of rate limits.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS unaccent;
-- The distance between a mistyped word and a known one.
CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

-- What operators and the money rules did, and why; written in the same transaction as the act.
CREATE TABLE audit_log (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('aud'),
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Why each act was done, and what it changed. Some acts say it in their details, or have nothing to say.
  reason text,
  before jsonb,
  after jsonb
);
CREATE INDEX audit_log_subject ON audit_log (subject, created_at);
CREATE INDEX audit_log_actor ON audit_log (actor, id);
CREATE INDEX audit_log_action ON audit_log (action, id);

-- Facts that are processed after they are committed: statistics, notifications and webhooks.
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

-- What callers have used of their rate limits, as far as the nodes have reported it to one another: a node counts for
-- itself and reports a busy caller's requests some at a time (server/src/platform/rate-limit). A row is for one
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
