-- A run that failed because the model's provider did says so (error_code provider_unavailable), and counts as no failure of
-- its agent. Why a run ended may also be that the model reached its longest answer.

ALTER TABLE runs DROP CONSTRAINT runs_stop_reason_check;
ALTER TABLE runs ADD CONSTRAINT runs_stop_reason_check
  CHECK (stop_reason IN ('end', 'length', 'limit', 'cancelled', 'error'));

-- Whether an ended run, by the payload of its outbox row, failed through its agent. Completed runs are not looked up.
CREATE FUNCTION failed_by_agent(payload jsonb) RETURNS boolean
  LANGUAGE sql STABLE
RETURN payload ->> 'status' IN ('failed', 'timeout') AND NOT EXISTS (
  SELECT FROM runs r WHERE r.id = payload ->> 'run_id' AND r.error_code = 'provider_unavailable');

CREATE OR REPLACE FUNCTION fold_run_statistics(batch integer)
 RETURNS SETOF integer
 LANGUAGE sql
AS $function$
  WITH due AS (
    SELECT id FROM outbox WHERE topic = 'runs.statistics' ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM outbox o USING due WHERE o.id = due.id RETURNING o.payload AS p
  ), facts AS (
    SELECT p ->> 'account_id' AS account_id, (p ->> 'agent_id')::integer AS agent_id,
           p ->> 'agent_name' AS agent_name, failed_by_agent(p) AS is_failed, p ->> 'status' AS status, (p ->> 'tokens')::bigint AS tokens,
           (p ->> 'cost')::bigint AS cost, (p ->> 'ms')::bigint AS ms,
           (p ->> 'ended_at')::timestamptz AS ended_at
    FROM taken
  ), hourly AS (
    INSERT INTO run_stats_hourly AS h
      (account_id, agent_id, hour, executions, completed, failed, tokens, cost, execution_ms)
    SELECT account_id, agent_id, date_trunc('hour', ended_at, 'UTC'), count(*),
           count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE is_failed),
           sum(tokens), sum(cost), sum(ms)
    FROM facts GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (account_id, agent_id, hour) DO UPDATE SET
      executions = h.executions + excluded.executions, completed = h.completed + excluded.completed,
      failed = h.failed + excluded.failed, tokens = h.tokens + excluded.tokens, cost = h.cost + excluded.cost,
      execution_ms = h.execution_ms + excluded.execution_ms
  ), new_users AS (
    INSERT INTO run_agent_users AS u (agent_id, account_id)
    SELECT DISTINCT agent_id, account_id FROM facts WHERE cost > 0 ORDER BY 1, 2
    ON CONFLICT DO NOTHING RETURNING u.agent_id
  )
  INSERT INTO run_agent_figures AS g (agent_id, agent_name, executions, completed, failed, users)
  SELECT f.agent_id, (array_agg(f.agent_name ORDER BY f.ended_at DESC))[1], count(*),
         count(*) FILTER (WHERE f.status = 'completed'), count(*) FILTER (WHERE f.is_failed),
         (SELECT count(*) FROM new_users n WHERE n.agent_id = f.agent_id)
  FROM facts f GROUP BY f.agent_id ORDER BY f.agent_id
  ON CONFLICT (agent_id) DO UPDATE SET
    agent_name = excluded.agent_name, executions = g.executions + excluded.executions,
    completed = g.completed + excluded.completed, failed = g.failed + excluded.failed,
    users = g.users + excluded.users
  RETURNING g.agent_id;
$function$;

CREATE OR REPLACE FUNCTION run_facts(payloads jsonb[])
 RETURNS TABLE(developer_account_id text, agent_id integer, day date, succeeded bigint, failed bigint, tokens bigint, bucket smallint, user_account_id text)
 LANGUAGE sql
 STABLE
AS $function$
  SELECT a.owner_account_id, counted.agent_id, (r.ended_at AT TIME ZONE 'UTC')::date,
    (r.status = 'completed')::integer::bigint, failed_by_agent(p)::integer::bigint, r.tokens,
    CASE WHEN r.status = 'completed' THEN duration_bucket(r.ms) END, nullif(r.account_id, a.owner_account_id)
  FROM unnest(payloads) p,
    jsonb_to_record(p) AS r (agent_id integer, account_id text, status text, tokens bigint, ms integer, ended_at timestamptz)
  JOIN agents a ON a.id = r.agent_id
  CROSS JOIN LATERAL (VALUES (a.id), (0)) counted (agent_id)
$function$;
