-- What the marketplace says about an agent counts runs by other people only, so that its owner cannot push any figure.

-- Noted when a run starts: people who join or leave an account later change no figure.
ALTER TABLE runs ADD COLUMN is_by_others boolean NOT NULL DEFAULT true;

-- Whether a run is by people other than the agent's owner: its user is no member of the owner's account, and no agent of
-- that account is among the agents that started it.
CREATE FUNCTION is_run_by_others(run runs) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  ancestor record;
  ancestor_id text := run.parent_id;
BEGIN
  IF run.account_id = run.developer_account_id OR EXISTS (
      SELECT FROM memberships m WHERE m.account_id = run.developer_account_id AND m.user_id = run.user_id) THEN
    RETURN false;
  END IF;
  WHILE ancestor_id IS NOT NULL LOOP
    SELECT r.parent_id, r.developer_account_id INTO ancestor FROM runs r WHERE r.id = ancestor_id;
    IF ancestor.developer_account_id = run.developer_account_id THEN
      RETURN false;
    END IF;
    ancestor_id := ancestor.parent_id;
  END LOOP;
  RETURN true;
END $$;

CREATE FUNCTION note_run_by_others() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_by_others := is_run_by_others(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER runs_note_by_others BEFORE INSERT ON runs FOR EACH ROW EXECUTE FUNCTION note_run_by_others();

UPDATE runs r SET is_by_others = false WHERE NOT is_run_by_others(r);

-- The time limit of a run that asks for none (LIMITS.runTimeoutDefaultSeconds; a test compares the two).
CREATE FUNCTION usual_timeout_seconds() RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 120;

-- Whether a run failed through the agent's own code: not through a model provider, our servers, its caller, an operator, or
-- a time limit that its caller made shorter than usual.
CREATE FUNCTION run_failed_by_agent(run runs) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN run.status IN ('failed', 'timeout') AND (run.error_code IN ('agent_failed', 'agent_crashed', 'output_limit')
  OR (run.error_code = 'agent_timeout' AND run.timeout_seconds >= usual_timeout_seconds()));

-- As before. The outbox row also says whose run it was and whether the agent failed, so that counting looks up no run.
CREATE OR REPLACE FUNCTION write_run_end(run runs, p_output json, p_error_detail text, p_developer_detail text)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE run_contents c
    SET output = p_output, error_detail = p_error_detail, developer_detail = p_developer_detail
    WHERE c.run_id = run.id;
  INSERT INTO outbox (topic, payload) VALUES ('runs.statistics', jsonb_build_object(
    'run_id', run.id, 'account_id', run.account_id, 'agent_id', run.agent_id,
    'agent_name', run.agent_name, 'status', run.status, 'tokens', run.tokens_charged,
    'cost', run.cost, 'ms', run.execution_ms, 'ended_at', run.ended_at,
    'is_by_others', run.is_by_others, 'failed_by_agent', run_failed_by_agent(run)));
END $$;
LOCK TABLE outbox IN SHARE ROW EXCLUSIVE MODE;
UPDATE outbox o SET payload = o.payload
  || jsonb_build_object('is_by_others', r.is_by_others, 'failed_by_agent', run_failed_by_agent(r))
FROM runs r WHERE o.topic = 'runs.statistics' AND r.id = o.payload ->> 'run_id';

CREATE OR REPLACE FUNCTION failed_by_agent(payload jsonb) RETURNS boolean LANGUAGE sql STABLE
RETURN coalesce((payload ->> 'failed_by_agent')::boolean, false);

-- As before, but a run whose node was lost failed through us and not through the agent.
CREATE OR REPLACE FUNCTION fail_abandoned_run(p_run_id text, p_epoch bigint, p_error_detail text) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  run runs;
  money transfers;
  spent bigint;
BEGIN
  SELECT * INTO run FROM runs r WHERE r.id = p_run_id AND r.status IN ('queued', 'running')
    AND (r.epoch = p_epoch OR NOT EXISTS (SELECT FROM nodes n WHERE n.id = r.node_id AND n.epoch = r.epoch));
  IF FOUND THEN
    spent := coalesce((SELECT sum(c.cost) FROM model_calls c WHERE c.run_id = p_run_id), 0);
    IF run.depth > 0 THEN
      INSERT INTO holds (run_id, account_id, amount, cap) VALUES (p_run_id, run.account_id, 0, 0)
        ON CONFLICT DO NOTHING;
    END IF;
    money := ledger_settle(p_run_id, 0, spent, run.developer_account_id, run.share_percent, 0,
      run.agent_id, run.agent_name);
    UPDATE runs r SET
      status = 'failed', stop_reason = 'error', error_code = 'internal', ended_at = now(),
      model_cost = spent, transfer_id = money.id,
      execution_ms = least(extract(epoch FROM now() - r.created_at) * 1000, 2147483647)::integer,
      last_seq = coalesce((SELECT max(seq) FROM run_events e WHERE e.run_id = r.id), 0)
    WHERE r.id = p_run_id AND r.status IN ('queued', 'running')
    RETURNING * INTO run;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % has ended or is carried', p_run_id USING ERRCODE = 'RN001';
  END IF;
  PERFORM free_idempotency_key(run.account_id, p_run_id);
  PERFORM write_run_end(run, NULL, p_error_detail, NULL);
END $$;

-- An account's own figures count all of its runs, as before. The figures of an agent count runs by others: `executions` and
-- `completed` are those that completed, `failed` those that failed through the agent. Returns the agents whose figures have
-- changed, and how often each of them failed.
DROP FUNCTION fold_run_statistics;
CREATE FUNCTION fold_run_statistics(batch integer) RETURNS TABLE (agent_id integer, failures bigint)
  LANGUAGE sql AS $$
  WITH due AS (
    SELECT id FROM outbox WHERE topic = 'runs.statistics' ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM outbox o USING due WHERE o.id = due.id RETURNING o.payload AS p
  ), facts AS (
    SELECT p ->> 'account_id' AS account_id, (p ->> 'agent_id')::integer AS agent_id,
           p ->> 'agent_name' AS agent_name, p ->> 'status' AS status, failed_by_agent(p) AS is_failed,
           coalesce((p ->> 'is_by_others')::boolean, false) AS is_by_others, (p ->> 'tokens')::bigint AS tokens,
           (p ->> 'cost')::bigint AS cost, (p ->> 'ms')::bigint AS ms, (p ->> 'ended_at')::timestamptz AS ended_at
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
    SELECT DISTINCT agent_id, account_id FROM facts WHERE cost > 0 AND is_by_others ORDER BY 1, 2
    ON CONFLICT DO NOTHING RETURNING u.agent_id
  ), of_agents AS (
    SELECT f.agent_id, (array_agg(f.agent_name ORDER BY f.ended_at DESC))[1] AS agent_name,
           count(*) FILTER (WHERE f.is_by_others AND f.status = 'completed') AS completed,
           count(*) FILTER (WHERE f.is_by_others AND f.is_failed) AS failed,
           (SELECT count(*) FROM new_users n WHERE n.agent_id = f.agent_id) AS users
    FROM facts f GROUP BY f.agent_id
  ), figures AS (
    INSERT INTO run_agent_figures AS g (agent_id, agent_name, executions, completed, failed, users)
    SELECT a.agent_id, a.agent_name, a.completed, a.completed, a.failed, a.users FROM of_agents a ORDER BY a.agent_id
    ON CONFLICT (agent_id) DO UPDATE SET
      agent_name = excluded.agent_name, executions = g.executions + excluded.executions,
      completed = g.completed + excluded.completed, failed = g.failed + excluded.failed,
      users = g.users + excluded.users
  )
  SELECT a.agent_id, a.failed FROM of_agents a;
$$;

-- Over the last 500 ended runs by others, among the agent's last 2,000 runs: reading further back would cost an agent that its
-- owner runs all day more than the figures are worth.
CREATE OR REPLACE FUNCTION measure_run_agents(agents integer[]) RETURNS SETOF run_agent_figures
  LANGUAGE sql AS $$
  WITH measured AS (
    SELECT a.agent_id,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r.execution_ms) FILTER (WHERE r.status = 'completed') AS median_ms,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r.tokens_charged) FILTER (WHERE r.status = 'completed') AS median_tokens,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY r.tokens_charged) FILTER (WHERE r.status = 'completed') AS p95_tokens
    FROM unnest(agents) AS a (agent_id)
    LEFT JOIN LATERAL (
      SELECT newest.execution_ms, newest.tokens_charged, newest.status
      FROM (SELECT l.* FROM runs l WHERE l.agent_id = a.agent_id ORDER BY l.id DESC LIMIT 2000) newest
      WHERE newest.is_by_others ORDER BY newest.id DESC LIMIT 500
    ) r ON true
    GROUP BY a.agent_id
  )
  UPDATE run_agent_figures g
  SET median_ms = round(m.median_ms), median_tokens = round(m.median_tokens), p95_tokens = ceil(m.p95_tokens)
  FROM measured m WHERE g.agent_id = m.agent_id
  RETURNING g.*;
$$;

-- What was counted until now is counted again: from the hours of every account without a member of the owner's account, less
-- the runs that the owner's agents started there. Hours do not say why a run failed, so old failures by others stay.
CREATE TEMPORARY TABLE counted_anew ON COMMIT DROP AS
WITH others AS (
  SELECT h.agent_id, sum(h.completed) AS completed, sum(h.failed) AS failed
  FROM run_stats_hourly h JOIN agents a ON a.id = h.agent_id
  WHERE h.account_id <> a.owner_account_id AND NOT EXISTS (
    SELECT FROM memberships theirs JOIN memberships owners ON owners.user_id = theirs.user_id
    WHERE theirs.account_id = h.account_id AND owners.account_id = a.owner_account_id)
  GROUP BY h.agent_id
), started_by_own_agents AS (
  SELECT r.agent_id, count(*) FILTER (WHERE r.status = 'completed') AS completed,
    count(*) FILTER (WHERE r.status IN ('failed', 'timeout') AND r.error_code IS DISTINCT FROM 'provider_unavailable')
      AS failed
  FROM runs r
  WHERE r.depth > 0 AND r.ended_at IS NOT NULL AND NOT r.is_by_others AND NOT EXISTS (
      SELECT FROM memberships theirs JOIN memberships owners ON owners.user_id = theirs.user_id
      WHERE theirs.account_id = r.account_id AND owners.account_id = r.developer_account_id)
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.topic = 'runs.statistics' AND o.payload ->> 'run_id' = r.id)
  GROUP BY r.agent_id
)
SELECT g.agent_id, greatest(coalesce(o.completed, 0) - coalesce(s.completed, 0), 0)::bigint AS completed,
  greatest(coalesce(o.failed, 0) - coalesce(s.failed, 0), 0)::bigint AS failed
FROM run_agent_figures g LEFT JOIN others o USING (agent_id) LEFT JOIN started_by_own_agents s USING (agent_id);

DELETE FROM run_agent_users u USING agents a
WHERE a.id = u.agent_id AND (u.account_id = a.owner_account_id OR EXISTS (
  SELECT FROM memberships theirs JOIN memberships owners ON owners.user_id = theirs.user_id
  WHERE theirs.account_id = u.account_id AND owners.account_id = a.owner_account_id));
UPDATE run_agent_figures g SET executions = n.completed, completed = n.completed, failed = n.failed,
  users = (SELECT count(*) FROM run_agent_users u WHERE u.agent_id = g.agent_id)
FROM counted_anew n WHERE n.agent_id = g.agent_id;
SELECT count(*) FROM measure_run_agents((SELECT array_agg(agent_id) FROM run_agent_figures));
UPDATE agent_stats s SET executions = g.executions, completed = g.completed, failed = g.failed, users = g.users,
  median_ms = g.median_ms, median_tokens = g.median_tokens, p95_tokens = g.p95_tokens, updated_at = now()
FROM run_agent_figures g WHERE g.agent_id = s.agent_id;
UPDATE search_documents d SET executions = g.executions, median_ms = g.median_ms
FROM run_agent_figures g WHERE g.agent_id = d.agent_id;
