-- What agents did by day, for their developers (issue 5, point 10). Money is not here: what they earned stands in the
-- view agent_revenue, of the ledger.

-- Execution times are counted in buckets, which add up over runs, days and agents: each millisecond below 128, above
-- it 64 to each power of two. The middle of a bucket is never more than 1/128 of a time away from it.
CREATE FUNCTION duration_bucket(ms integer) RETURNS smallint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (CASE
    WHEN ms < 128 THEN ms
    ELSE (26 - position(B'1' IN ms::bit(32))) * 64 + (ms >> (26 - position(B'1' IN ms::bit(32))))
  END)::smallint;

CREATE FUNCTION duration_of_bucket(bucket smallint) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN bucket < 128 THEN bucket::bigint
    ELSE ((bucket % 64 + 64)::bigint << (bucket / 64 - 1)) + (1::bigint << (bucket / 64 - 2))
  END;

-- What ended runs count as, read from their outbox rows: each once for its agent, once as agent 0 for all agents of its
-- developer, whose distinct users and percentiles are no sums of those of each. Runs of one's own agents have no user.
CREATE FUNCTION run_facts(payloads jsonb[]) RETURNS TABLE (
  developer_account_id text, agent_id integer, day date, succeeded bigint, failed bigint, tokens bigint,
  bucket smallint, user_account_id text
) LANGUAGE sql STABLE AS $$
  SELECT a.owner_account_id, counted.agent_id, (r.ended_at AT TIME ZONE 'UTC')::date,
    (r.status = 'completed')::integer::bigint, (r.status IN ('failed', 'timeout'))::integer::bigint, r.tokens,
    CASE WHEN r.status = 'completed' THEN duration_bucket(r.ms) END, nullif(r.account_id, a.owner_account_id)
  FROM unnest(payloads) p,
    jsonb_to_record(p) AS r (agent_id integer, account_id text, status text, tokens bigint, ms integer, ended_at timestamptz)
  JOIN agents a ON a.id = r.agent_id
  CROSS JOIN LATERAL (VALUES (a.id), (0)) counted (agent_id)
$$;

-- One row per agent and UTC day on which runs of it ended. Rows stay: one a day.
CREATE TABLE agent_run_days (
  developer_account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  day date NOT NULL,
  runs bigint NOT NULL,
  succeeded bigint NOT NULL,
  failed bigint NOT NULL,
  tokens bigint NOT NULL,
  -- Distinct accounts, the developer's own aside.
  users bigint NOT NULL,
  PRIMARY KEY (developer_account_id, agent_id, day)
) WITH (fillfactor = 70);

-- How long completed runs took. Rows go after 400 days: nobody may ask for more than 365.
CREATE TABLE agent_run_times (
  developer_account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  day date NOT NULL,
  bucket smallint NOT NULL,
  -- Of one day: their sums, over the 70,000 rows of a busy year, are then bigint and not the slower numeric.
  runs integer NOT NULL,
  PRIMARY KEY (developer_account_id, agent_id, day, bucket)
) WITH (fillfactor = 70);
CREATE INDEX agent_run_times_age ON agent_run_times (day);

-- Who ran an agent on a day, so that each counts there once; read by nobody. Rows go after 400 days.
CREATE TABLE agent_day_users (
  developer_account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  day date NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (developer_account_id, agent_id, day, account_id)
);
CREATE INDEX agent_day_users_age ON agent_day_users (day);

-- When somebody last ran an agent. Spans end today, so their distinct users are those of a last day within them: a
-- range of the second index, however many days it has. Rows go 400 days after that day.
CREATE TABLE agent_last_users (
  developer_account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  last_day date NOT NULL,
  PRIMARY KEY (developer_account_id, agent_id, account_id)
);
CREATE INDEX agent_last_users_day ON agent_last_users (developer_account_id, agent_id, last_day);
CREATE INDEX agent_last_users_age ON agent_last_users (last_day);

-- Counts runs. Whoever calls it has made sure that they were not counted before. Rows are written in one order, so
-- that two nodes wait for each other and never for ever. Its plans are kept, and must not be ones that read a whole
-- table because that was small when they were made.
CREATE FUNCTION count_runs(payloads jsonb[]) RETURNS void
  LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  WITH new_users AS (
    INSERT INTO agent_day_users (developer_account_id, agent_id, day, account_id)
    SELECT DISTINCT f.developer_account_id, f.agent_id, f.day, f.user_account_id
    FROM run_facts(payloads) f WHERE f.user_account_id IS NOT NULL
    ORDER BY 1, 2, 3, 4
    ON CONFLICT DO NOTHING
    RETURNING developer_account_id, agent_id, day
  ), counted AS (
    SELECT f.developer_account_id, f.agent_id, f.day, count(*) AS runs, sum(f.succeeded) AS succeeded,
      sum(f.failed) AS failed, sum(f.tokens) AS tokens, 0::bigint AS users
    FROM run_facts(payloads) f
    GROUP BY 1, 2, 3
    UNION ALL
    SELECT u.developer_account_id, u.agent_id, u.day, 0, 0, 0, 0, count(*) FROM new_users u GROUP BY 1, 2, 3
  )
  INSERT INTO agent_run_days AS d (developer_account_id, agent_id, day, runs, succeeded, failed, tokens, users)
  SELECT c.developer_account_id, c.agent_id, c.day, sum(c.runs), sum(c.succeeded), sum(c.failed), sum(c.tokens),
    sum(c.users)
  FROM counted c GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (developer_account_id, agent_id, day) DO UPDATE SET
    runs = d.runs + excluded.runs, succeeded = d.succeeded + excluded.succeeded, failed = d.failed + excluded.failed,
    tokens = d.tokens + excluded.tokens, users = d.users + excluded.users;

  INSERT INTO agent_last_users AS u (developer_account_id, agent_id, account_id, last_day)
  SELECT f.developer_account_id, f.agent_id, f.user_account_id, max(f.day)
  FROM run_facts(payloads) f WHERE f.user_account_id IS NOT NULL
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (developer_account_id, agent_id, account_id) DO UPDATE SET last_day = excluded.last_day
    WHERE u.last_day < excluded.last_day;

  INSERT INTO agent_run_times AS t (developer_account_id, agent_id, day, bucket, runs)
  SELECT f.developer_account_id, f.agent_id, f.day, f.bucket, count(*)
  FROM run_facts(payloads) f WHERE f.bucket IS NOT NULL
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (developer_account_id, agent_id, day, bucket) DO UPDATE SET runs = t.runs + excluded.runs;
END $$;

-- Runs are counted when their outbox rows are taken for the statistics: in that transaction, so that each counts once
-- whichever node takes it and whatever crashes, and late ones count on the day on which they ended.
CREATE FUNCTION count_ended_runs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_runs(array_agg(t.payload)) FROM taken t WHERE t.topic = 'runs.statistics' HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER outbox_run_days AFTER DELETE ON outbox
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION count_ended_runs();

-- Runs of before: all but those that still wait in the outbox, which stands still until this is committed.
LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE;
SELECT count_runs(array_agg(jsonb_build_object('agent_id', r.agent_id, 'account_id', r.account_id, 'status', r.status,
  'tokens', r.tokens_charged, 'ms', r.execution_ms, 'ended_at', r.ended_at)))
FROM runs r
WHERE r.ended_at IS NOT NULL
  AND NOT EXISTS (SELECT FROM outbox o WHERE o.topic = 'runs.statistics' AND o.payload ->> 'run_id' = r.id)
GROUP BY (r.ended_at AT TIME ZONE 'UTC')::date;

-- Ended runs that still wait to be counted, a second's worth: with them figures are right at any moment.
CREATE VIEW run_facts_waiting AS
  SELECT f.* FROM run_facts((SELECT array_agg(o.payload) FROM outbox o WHERE o.topic = 'runs.statistics')) f;

-- Removes what no span reaches any more, `batch` rows of each table at most. Returns how many went.
CREATE FUNCTION forget_run_days(before date, batch integer) RETURNS bigint LANGUAGE sql AS $$
  WITH times AS (
    DELETE FROM agent_run_times WHERE ctid IN
      (SELECT ctid FROM agent_run_times WHERE day < before LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1
  ), day_users AS (
    DELETE FROM agent_day_users WHERE ctid IN
      (SELECT ctid FROM agent_day_users WHERE day < before LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1
  ), last_users AS (
    DELETE FROM agent_last_users WHERE ctid IN
      (SELECT ctid FROM agent_last_users WHERE last_day < before LIMIT batch FOR UPDATE SKIP LOCKED) RETURNING 1
  )
  SELECT (SELECT count(*) FROM times) + (SELECT count(*) FROM day_users) + (SELECT count(*) FROM last_users)
$$;
