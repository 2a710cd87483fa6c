-- Runs: what was started on which terms, what came of it, and the figures made from that (readings 15 to 19).
-- Rows here name accounts and agents without foreign keys: a key check would lock the row of a popular agent
-- for every run, and nothing but the payer's wallet is ever locked for a run.

-- Nodes and their epochs -------------------------------------------------------------------------------------

CREATE SEQUENCE node_epochs;

-- One row per living node. Its epoch is the fencing token of all its runs: who has lost the row, or the epoch
-- in it, settles nothing any more.
CREATE TABLE nodes (
  id text COLLATE "C" PRIMARY KEY,
  epoch bigint NOT NULL UNIQUE DEFAULT nextval('node_epochs'),
  started_at timestamptz NOT NULL DEFAULT now(),
  heartbeat_at timestamptz NOT NULL DEFAULT now()
);

-- Runs, partitioned by the month in their id -----------------------------------------------------------------

-- The smallest run id of a moment: ids begin with the milliseconds since 1970 in hex.
CREATE FUNCTION run_id_at(moment timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 'run_' || lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || repeat('0', 20);

CREATE TABLE runs (
  id text COLLATE "C" PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  status text NOT NULL DEFAULT 'running'
    CHECK (status IN ('queued', 'running', 'completed', 'failed', 'timeout', 'cancelled')),
  stop_reason text CHECK (stop_reason IN ('end', 'limit', 'cancelled', 'error')),
  error_code text,
  -- Who, and what.
  account_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  agent_name text NOT NULL,
  agent_type text NOT NULL,
  version_id text COLLATE "C" NOT NULL,
  version integer NOT NULL,
  -- The terms as they were at the start (reading 15). Money in nano-USD.
  price_per_token bigint NOT NULL CHECK (price_per_token >= 0),
  share_percent smallint NOT NULL CHECK (share_percent BETWEEN 0 AND 100),
  price_table_version text NOT NULL,
  sponsor_limit bigint NOT NULL CHECK (sponsor_limit >= 0),
  developer_account_id text COLLATE "C" NOT NULL,
  -- 'tokens': the caller pays tokens x price. 'model_cost': one's own agent costs its model cost (reading 19).
  pays text NOT NULL CHECK (pays IN ('tokens', 'model_cost')),
  cap bigint NOT NULL CHECK (cap >= 0),
  timeout_seconds integer NOT NULL CHECK (timeout_seconds > 0),
  -- Runs that runs start (reading 29a).
  parent_id text COLLATE "C",
  root_id text COLLATE "C" NOT NULL,
  depth smallint NOT NULL DEFAULT 0 CHECK (depth BETWEEN 0 AND 3),
  -- Who runs it, and by which fencing token.
  node_id text COLLATE "C" NOT NULL,
  epoch bigint NOT NULL,
  cancel_requested_at timestamptz,
  -- What came of it.
  input_tokens integer NOT NULL CHECK (input_tokens >= 0),
  tokens_metered bigint NOT NULL DEFAULT 0 CHECK (tokens_metered >= 0),
  tokens_charged bigint NOT NULL DEFAULT 0 CHECK (tokens_charged BETWEEN 0 AND tokens_metered),
  cost bigint NOT NULL DEFAULT 0 CHECK (cost BETWEEN 0 AND cap),
  model_cost bigint NOT NULL DEFAULT 0 CHECK (model_cost >= 0),
  -- The part of model_cost that came off this run's own gross; the rest was sponsored or lost.
  model_cost_borne bigint NOT NULL DEFAULT 0,
  fee bigint NOT NULL DEFAULT 0,
  net bigint NOT NULL DEFAULT 0,
  transfer_id text COLLATE "C",
  execution_ms integer NOT NULL DEFAULT 0,
  last_seq integer NOT NULL DEFAULT 0,
  CHECK ((status IN ('queued', 'running')) = (ended_at IS NULL)),
  -- The warning about a billing issue can never show (reading 18).
  CHECK (cost = 0 OR status IN ('completed', 'cancelled'))
) PARTITION BY RANGE (id);

CREATE INDEX runs_of_account ON runs (account_id, id DESC);
CREATE INDEX runs_of_agent ON runs (agent_id, id DESC);
-- Only what runs now: small whatever the history.
CREATE INDEX runs_live ON runs (node_id, epoch) WHERE status IN ('queued', 'running');

-- What people wrote and got. Apart, because it is personal and goes sooner. json and not jsonb: it keeps every
-- text an agent may emit, NUL escapes included.
CREATE TABLE run_contents (
  run_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL,
  task text,
  input json NOT NULL,
  output json,
  error_detail text,
  developer_detail text
) PARTITION BY RANGE (run_id);
CREATE INDEX run_contents_task ON run_contents USING gin (task gin_trgm_ops);

CREATE TABLE run_events (
  run_id text COLLATE "C" NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  kind text NOT NULL CHECK (kind IN ('output', 'log', 'progress', 'cost')),
  payload json NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (run_id, seq)
) PARTITION BY RANGE (run_id);

-- One row per upstream call, written when it ends, so that a crash keeps the operator's cost (reading 16).
CREATE TABLE model_calls (
  run_id text COLLATE "C" NOT NULL,
  -- The call's reservation in its run, which makes writing it twice the same as once.
  id text COLLATE "C" NOT NULL,
  provider text NOT NULL,
  model_requested text NOT NULL,
  model_answered text NOT NULL,
  prompt_tokens integer NOT NULL CHECK (prompt_tokens >= 0),
  cached_prompt_tokens integer NOT NULL CHECK (cached_prompt_tokens >= 0),
  completion_tokens integer NOT NULL CHECK (completion_tokens >= 0),
  counted_by text NOT NULL CHECK (counted_by IN ('provider', 'gateway')),
  cost bigint NOT NULL CHECK (cost >= 0),
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('completed', 'cut', 'client_gone', 'error')),
  error_code text,
  PRIMARY KEY (run_id, id)
) PARTITION BY RANGE (run_id);

-- Makes the partitions of some months of all four tables. A month of which the default partition already holds
-- rows is left there. Called by every node at its start and daily, not here: a schema must not depend on the day.
CREATE FUNCTION make_run_partitions(first_month date, months integer) RETURNS void
  LANGUAGE plpgsql AS $$
DECLARE
  parent text;
  starts timestamptz;
BEGIN
  FOR n IN 0 .. months - 1 LOOP
    starts := (date_trunc('month', first_month) + make_interval(months => n))::timestamp AT TIME ZONE 'UTC';
    FOREACH parent IN ARRAY ARRAY['runs', 'run_contents', 'run_events', 'model_calls'] LOOP
      BEGIN
        EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
          parent || '_' || to_char(starts AT TIME ZONE 'UTC', 'YYYYMM'), parent,
          run_id_at(starts), run_id_at((starts AT TIME ZONE 'UTC' + interval '1 month') AT TIME ZONE 'UTC'));
      EXCEPTION WHEN check_violation THEN
        RAISE NOTICE 'rows of % are in the default partition of %', starts, parent;
      END;
    END LOOP;
  END LOOP;
END $$;

CREATE TABLE runs_other PARTITION OF runs DEFAULT;
CREATE TABLE run_contents_other PARTITION OF run_contents DEFAULT;
CREATE TABLE run_events_other PARTITION OF run_events DEFAULT;
CREATE TABLE model_calls_other PARTITION OF model_calls DEFAULT;

-- Removes the partitions of a table whose month ended before `keep_from`. Contents and events go this way.
CREATE FUNCTION drop_run_partitions(parent text, keep_from timestamptz) RETURNS integer
  LANGUAGE plpgsql AS $$
DECLARE
  partition_name text;
  dropped integer := 0;
BEGIN
  FOR partition_name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass
      AND c.relname ~ ('^' || parent || '_\d{6}$')
      AND (to_timestamp(right(c.relname, 6), 'YYYYMM')::timestamp + interval '1 month') AT TIME ZONE 'UTC' <= keep_from
  LOOP
    EXECUTE format('DROP TABLE %I', partition_name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;

-- Idempotency keys -------------------------------------------------------------------------------------------

-- The answer of a key is its run: nothing is stored twice. Kept 24 hours.
CREATE TABLE idempotency_keys (
  account_id text COLLATE "C" NOT NULL,
  route text NOT NULL,
  key text NOT NULL,
  body_hash bytea NOT NULL,
  run_id text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, route, key)
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Start and settle -------------------------------------------------------------------------------------------

-- Each of these is one statement and so one transaction and one round trip. What they refuse is raised, so that
-- nothing of it stays: RN001 the run is not this epoch's (any more), RN002 the balance does not carry the input.
-- Whatever they touch they find by its key, so one plan fits all values: the plans are kept. Left to choose,
-- PostgreSQL plans statements on partitioned tables again for each run, which took a quarter of a settlement.

-- Writes a run with its snapshot, its idempotency key if it has one, and its hold: p_hold where the balance
-- carries it, else as much as it carries, at least p_needed (reading 17). `started` is false when the key
-- belongs to another run, which is returned instead; nothing is written then.
CREATE FUNCTION start_run(
  run runs, p_task text, p_input json, p_hold bigint, p_needed bigint,
  p_route text, p_key text, p_body_hash bytea
) RETURNS TABLE (run_id text, started boolean, same_body boolean, held bigint)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  taken idempotency_keys;
  placed bigint;
BEGIN
  run.id := new_id('run');
  IF p_key IS NOT NULL THEN
    INSERT INTO idempotency_keys AS k (account_id, route, key, body_hash, run_id)
      VALUES (run.account_id, p_route, p_key, p_body_hash, run.id)
      ON CONFLICT (account_id, route, key) DO UPDATE
        SET body_hash = excluded.body_hash, run_id = excluded.run_id, created_at = now()
        WHERE k.created_at < now() - interval '24 hours';
    IF NOT FOUND THEN
      SELECT * INTO taken FROM idempotency_keys k
        WHERE k.account_id = run.account_id AND k.route = p_route AND k.key = p_key;
      RETURN QUERY SELECT taken.run_id, false, taken.body_hash = p_body_hash, 0::bigint;
      RETURN;
    END IF;
  END IF;
  INSERT INTO runs (
    id, account_id, user_id, agent_id, agent_name, agent_type, version_id, version, price_per_token,
    share_percent, price_table_version, sponsor_limit, developer_account_id, pays, cap, timeout_seconds,
    parent_id, root_id, depth, node_id, epoch, input_tokens)
  SELECT
    run.id, run.account_id, run.user_id, run.agent_id, run.agent_name, run.agent_type, run.version_id,
    run.version, run.price_per_token, run.share_percent, run.price_table_version, run.sponsor_limit,
    run.developer_account_id, run.pays, run.cap, run.timeout_seconds,
    run.parent_id, coalesce(run.root_id, run.id), coalesce(run.depth, 0), run.node_id, run.epoch,
    run.input_tokens
  WHERE EXISTS (SELECT FROM nodes n WHERE n.id = run.node_id AND n.epoch = run.epoch);
  IF NOT FOUND THEN
    RAISE EXCEPTION 'node % has lost epoch %', run.node_id, run.epoch USING ERRCODE = 'RN001';
  END IF;
  INSERT INTO run_contents (run_id, account_id, task, input)
    VALUES (run.id, run.account_id, p_task, p_input);
  -- Last, because from here on the wallet is locked.
  placed := ledger_hold(run.account_id, run.id, p_hold, run.cap);
  IF placed IS NULL THEN
    IF ledger_hold(run.account_id, run.id, p_needed, run.cap) IS NULL THEN
      RAISE EXCEPTION 'the balance of % does not carry %', run.account_id, p_needed USING ERRCODE = 'RN002';
    END IF;
    placed := ledger_extend(run.id, p_hold);
  END IF;
  RETURN QUERY SELECT run.id, true, true, placed;
END $$;

-- Ends a run: its money (the hold with its charge, model cost above it to the developer who sponsors it or to the
-- platform's loss), its row, its contents, the events not yet stored, the fact for the statistics. A run that did
-- not complete is sponsored by nobody (reading 18). Returns what only the database knows of the end.
CREATE FUNCTION settle_run(
  p_run_id text, p_epoch bigint, p_status text, p_stop_reason text, p_error_code text,
  p_tokens_metered bigint, p_tokens_charged bigint, p_cost bigint, p_model_cost bigint,
  p_execution_ms integer, p_last_seq integer,
  p_output json, p_error_detail text, p_developer_detail text, p_events json
) RETURNS TABLE (created_at timestamptz, ended_at timestamptz, model_cost_borne bigint, fee bigint, net bigint)
  LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  run runs;
  money transfers;
BEGIN
  SELECT * INTO run FROM runs r WHERE r.id = p_run_id AND r.epoch = p_epoch AND r.status IN ('queued', 'running')
    AND EXISTS (SELECT FROM nodes n WHERE n.id = r.node_id AND n.epoch = p_epoch);
  IF FOUND THEN
    money := ledger_settle(p_run_id, p_cost, p_model_cost, run.developer_account_id, run.share_percent,
      CASE WHEN p_status = 'completed' THEN run.sponsor_limit ELSE 0 END, run.agent_id, run.agent_name);
    UPDATE runs r SET
      status = p_status, stop_reason = p_stop_reason, error_code = p_error_code, ended_at = now(),
      tokens_metered = p_tokens_metered, tokens_charged = p_tokens_charged, cost = p_cost,
      model_cost = p_model_cost, model_cost_borne = p_cost - money.fee - money.net,
      fee = money.fee, net = money.net, transfer_id = money.id,
      execution_ms = p_execution_ms, last_seq = p_last_seq
    WHERE r.id = p_run_id AND r.epoch = p_epoch AND r.status IN ('queued', 'running')
    RETURNING * INTO run;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % is not of epoch % (any more)', p_run_id, p_epoch USING ERRCODE = 'RN001';
  END IF;
  PERFORM write_run_end(run, p_output, p_error_detail, p_developer_detail);
  IF p_events IS NOT NULL THEN
    PERFORM append_run_events(p_run_id, p_events);
  END IF;
  created_at := run.created_at;
  ended_at := run.ended_at;
  model_cost_borne := run.model_cost_borne;
  fee := run.fee;
  net := run.net;
  RETURN NEXT;
END $$;

-- Ends a run that nobody carries: its epoch is gone, or it is of p_epoch, whose node has forgotten it. It costs its
-- caller nothing, and what its model calls cost is the platform's loss (reading 18).
CREATE FUNCTION fail_abandoned_run(p_run_id text, p_epoch bigint, p_error_detail text) RETURNS void
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
    money := ledger_settle(p_run_id, 0, spent, run.developer_account_id, run.share_percent, 0,
      run.agent_id, run.agent_name);
    UPDATE runs r SET
      status = 'failed', stop_reason = 'error', error_code = 'agent_crashed', ended_at = now(),
      model_cost = spent, transfer_id = money.id,
      execution_ms = least(extract(epoch FROM now() - r.created_at) * 1000, 2147483647)::integer,
      last_seq = coalesce((SELECT max(seq) FROM run_events e WHERE e.run_id = r.id), 0)
    WHERE r.id = p_run_id AND r.status IN ('queued', 'running')
    RETURNING * INTO run;
  END IF;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'run % has ended or is carried', p_run_id USING ERRCODE = 'RN001';
  END IF;
  PERFORM write_run_end(run, NULL, p_error_detail, NULL);
END $$;

-- In PL/pgSQL like all of these: it keeps the plans of its statements, a function in SQL makes them at every call.
CREATE FUNCTION write_run_end(run runs, p_output json, p_error_detail text, p_developer_detail text)
  RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE run_contents c
    SET output = p_output, error_detail = p_error_detail, developer_detail = p_developer_detail
    WHERE c.run_id = run.id;
  INSERT INTO outbox (topic, payload) VALUES ('runs.statistics', jsonb_build_object(
    'run_id', run.id, 'account_id', run.account_id, 'agent_id', run.agent_id,
    'agent_name', run.agent_name, 'status', run.status, 'tokens', run.tokens_charged,
    'cost', run.cost, 'ms', run.execution_ms, 'ended_at', run.ended_at));
END $$;

-- `events`: [[seq, kind, milliseconds since 1970, payload], ...]. A batch may come twice after a lost answer.
CREATE FUNCTION append_run_events(p_run_id text, events json) RETURNS void
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO run_events (run_id, seq, kind, at, payload)
  SELECT p_run_id, (e ->> 0)::integer, e ->> 1, to_timestamp((e ->> 2)::double precision / 1000), e -> 3
  FROM json_array_elements(events) e
  ON CONFLICT DO NOTHING;
END $$;

-- Figures ----------------------------------------------------------------------------------------------------

CREATE INDEX outbox_run_statistics ON outbox (id) WHERE topic = 'runs.statistics';

CREATE TABLE run_stats_hourly (
  account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  hour timestamptz NOT NULL,
  executions bigint NOT NULL,
  completed bigint NOT NULL,
  failed bigint NOT NULL,
  tokens bigint NOT NULL,
  cost bigint NOT NULL,
  execution_ms bigint NOT NULL,
  PRIMARY KEY (account_id, agent_id, hour)
);
CREATE INDEX run_stats_hourly_of_agent ON run_stats_hourly (agent_id, hour);

-- Who was ever charged by an agent: makes "users" a count that costs nothing to keep.
CREATE TABLE run_agent_users (
  agent_id integer NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (agent_id, account_id)
);

CREATE TABLE run_agent_figures (
  agent_id integer PRIMARY KEY,
  agent_name text NOT NULL,
  executions bigint NOT NULL DEFAULT 0,
  completed bigint NOT NULL DEFAULT 0,
  failed bigint NOT NULL DEFAULT 0,
  users bigint NOT NULL DEFAULT 0,
  median_ms integer,
  median_tokens integer,
  p95_tokens integer
);

-- An account's figures to this moment: what is folded plus what still waits in the outbox, in one snapshot, so
-- that a run counts from its end on.
CREATE FUNCTION run_figures_of(p_account_id text, since timestamptz)
  RETURNS TABLE (agent_id integer, agent_name text, executions bigint, completed bigint, tokens bigint,
                 cost bigint, execution_ms bigint)
  LANGUAGE sql STABLE AS $$
  SELECT f.agent_id, max(f.agent_name), sum(f.executions)::bigint, sum(f.completed)::bigint,
         sum(f.tokens)::bigint, sum(f.cost)::bigint, sum(f.execution_ms)::bigint
  FROM (
    SELECT h.agent_id, g.agent_name, h.executions, h.completed, h.tokens, h.cost, h.execution_ms
    FROM run_stats_hourly h JOIN run_agent_figures g USING (agent_id)
    WHERE h.account_id = p_account_id AND h.hour >= since
    UNION ALL
    SELECT (o.payload ->> 'agent_id')::integer, o.payload ->> 'agent_name', 1,
           (o.payload ->> 'status' = 'completed')::integer, (o.payload ->> 'tokens')::bigint,
           (o.payload ->> 'cost')::bigint, (o.payload ->> 'ms')::bigint
    FROM outbox o
    WHERE o.topic = 'runs.statistics' AND o.payload ->> 'account_id' = p_account_id
      AND (o.payload ->> 'ended_at')::timestamptz >= since
  ) f
  GROUP BY f.agent_id;
$$;

-- Folds up to `batch` ended runs into the figures. Any node at any time: rows another one works on are skipped,
-- and rows are locked in one order. Returns the agents whose figures changed.
CREATE FUNCTION fold_run_statistics(batch integer) RETURNS SETOF integer
  LANGUAGE sql AS $$
  WITH due AS (
    SELECT id FROM outbox WHERE topic = 'runs.statistics' ORDER BY id LIMIT batch FOR UPDATE SKIP LOCKED
  ), taken AS (
    DELETE FROM outbox o USING due WHERE o.id = due.id RETURNING o.payload AS p
  ), facts AS (
    SELECT p ->> 'account_id' AS account_id, (p ->> 'agent_id')::integer AS agent_id,
           p ->> 'agent_name' AS agent_name, p ->> 'status' AS status, (p ->> 'tokens')::bigint AS tokens,
           (p ->> 'cost')::bigint AS cost, (p ->> 'ms')::bigint AS ms,
           (p ->> 'ended_at')::timestamptz AS ended_at
    FROM taken
  ), hourly AS (
    INSERT INTO run_stats_hourly AS h
      (account_id, agent_id, hour, executions, completed, failed, tokens, cost, execution_ms)
    SELECT account_id, agent_id, date_trunc('hour', ended_at, 'UTC'), count(*),
           count(*) FILTER (WHERE status = 'completed'), count(*) FILTER (WHERE status IN ('failed', 'timeout')),
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
         count(*) FILTER (WHERE f.status = 'completed'), count(*) FILTER (WHERE f.status IN ('failed', 'timeout')),
         (SELECT count(*) FROM new_users n WHERE n.agent_id = f.agent_id)
  FROM facts f GROUP BY f.agent_id ORDER BY f.agent_id
  ON CONFLICT (agent_id) DO UPDATE SET
    agent_name = excluded.agent_name, executions = g.executions + excluded.executions,
    completed = g.completed + excluded.completed, failed = g.failed + excluded.failed,
    users = g.users + excluded.users
  RETURNING g.agent_id;
$$;

-- Median and 95th percentile over an agent's last 500 ended runs (reading 17), written and returned.
CREATE FUNCTION measure_run_agents(agents integer[]) RETURNS SETOF run_agent_figures
  LANGUAGE sql AS $$
  WITH measured AS (
    SELECT a.agent_id,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r.execution_ms) FILTER (WHERE r.status = 'completed') AS median_ms,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY r.tokens_charged) FILTER (WHERE r.status = 'completed') AS median_tokens,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY r.tokens_charged) FILTER (WHERE r.status = 'completed') AS p95_tokens
    FROM unnest(agents) AS a (agent_id)
    CROSS JOIN LATERAL (
      SELECT l.execution_ms, l.tokens_charged, l.status FROM runs l
      WHERE l.agent_id = a.agent_id ORDER BY l.id DESC LIMIT 500
    ) r
    GROUP BY a.agent_id
  )
  UPDATE run_agent_figures g
  SET median_ms = round(m.median_ms), median_tokens = round(m.median_tokens), p95_tokens = ceil(m.p95_tokens)
  FROM measured m WHERE g.agent_id = m.agent_id
  RETURNING g.*;
$$;
