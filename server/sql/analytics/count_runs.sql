-- Counts runs. The caller has made sure that they were not counted before. Rows are written in one order, so that two
-- nodes never deadlock. The function's cached plans must not scan a whole table only because the table was small when
-- a plan was made.
CREATE OR REPLACE FUNCTION count_runs(payloads jsonb[]) RETURNS void
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
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
