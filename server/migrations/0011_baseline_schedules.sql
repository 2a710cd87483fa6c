-- Runs on a cron expression: what people have scheduled, and what became of each time.

-- One row for each schedule; deleted by its owner or when they leave. Money in nano-USD. The agent is named without a
-- foreign key, as runs do; so is the key, whose row is deleted two months after it was revoked.
CREATE TABLE schedules (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('sch'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  -- The key that it was made with, whose limits its runs count towards; NULL for a session.
  api_key_id text COLLATE "C",
  name text NOT NULL,
  agent_id integer NOT NULL,
  -- NULL: the version that is current at the time.
  version integer,
  input json NOT NULL,
  timeout_seconds integer,
  cron text NOT NULL,
  time_zone text NOT NULL,
  ends_at timestamptz,
  -- NULL: what the month and the agent allow.
  max_cost bigint CHECK (max_cost >= 0),
  monthly_cap bigint NOT NULL CHECK (monthly_cap > 0),
  -- The agent's price per token that its owner agreed to. A higher price is not paid without their consent.
  agreed_price bigint NOT NULL CHECK (agreed_price >= 0),
  -- NULL once it has ended.
  next_due_at timestamptz,
  -- Set if the time has come and no place was free: not tried again before this moment.
  not_before timestamptz,
  paused_because text CHECK (paused_because IN ('owner', 'price_rise', 'failures', 'key_gone')),
  -- The month whose cap is used up: it rests until the next.
  cap_reached_in date,
  -- What its ended runs of a UTC month cost. An active run holds its part in addition (schedule_times).
  spent_month date NOT NULL,
  spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
  failures_in_a_row integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX schedules_of_account ON schedules (account_id, id DESC);
CREATE INDEX schedules_due ON schedules (next_due_at) WHERE paused_because IS NULL AND next_due_at IS NOT NULL;
CREATE INDEX schedules_of_keys ON schedules (api_key_id) WHERE paused_because IS NULL AND api_key_id IS NOT NULL;

-- What became of each time of a schedule: its run, why there was none, or the times that were missed together. Rows
-- are deleted after 90 days and with the schedule; the runs themselves stay.
CREATE TABLE schedule_times (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('stm'),
  schedule_id text COLLATE "C" NOT NULL REFERENCES schedules ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  -- The last of several that were missed together.
  last_due_at timestamptz CHECK (last_due_at > due_at),
  -- Started by a person and not by the clock.
  is_manual boolean NOT NULL DEFAULT false,
  state text NOT NULL
    CHECK (state IN ('starting', 'running', 'completed', 'failed', 'timeout', 'cancelled', 'not_started', 'skipped')),
  -- Why there was no run, for its owner.
  reason text,
  -- The run's cap, and the month that it counts to.
  max_cost bigint NOT NULL DEFAULT 0,
  month date NOT NULL,
  run_id text COLLATE "C",
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  -- When a node started it; another node does so if that one died before the run began.
  taken_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state IN ('starting', 'running')) = (ended_at IS NULL)),
  CHECK (state <> 'running' OR run_id IS NOT NULL),
  CHECK ((state IN ('not_started', 'skipped')) = (reason IS NOT NULL))
);
CREATE INDEX schedule_times_newest ON schedule_times (schedule_id, id DESC);
-- One at a time for each schedule, however it is started: two that know nothing of each other could pass its cap.
CREATE UNIQUE INDEX schedule_times_open ON schedule_times (schedule_id) WHERE state IN ('starting', 'running');
-- Each time once, on whichever node.
CREATE UNIQUE INDEX schedule_times_once ON schedule_times (schedule_id, due_at) WHERE NOT is_manual;
CREATE INDEX schedule_times_ended ON schedule_times (ended_at) WHERE ended_at IS NOT NULL;
