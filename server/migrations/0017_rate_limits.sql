-- What callers have used of their rate limits, as far as the nodes have reported it to one another: a node counts for
-- itself and reports a busy caller's requests some at a time (server/src/platform/rate-limit). A row is of one bucket, such
-- as "runs:user:usr_1", in one window of time; it is deleted by any node within minutes of the window's end. A crash may
-- forget them, so they need no log.
CREATE UNLOGGED TABLE rate_windows (
  bucket text COLLATE "C" NOT NULL,
  -- Seconds since 1970.
  ends_at bigint NOT NULL,
  used integer NOT NULL,
  PRIMARY KEY (bucket, ends_at)
);

CREATE INDEX rate_windows_ended ON rate_windows (ends_at);
