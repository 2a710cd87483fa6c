-- Runs on a cron expression: the schedules of people, and the outcome of each due time.

-- One row for each schedule, deleted by its owner or with the owner's account. Money is in nano-USD. The agent is named
-- without a foreign key, as in runs. So is the key, whose row is deleted two months after it was revoked.
CREATE TABLE schedules (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('sch'),
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  user_id text COLLATE "C" NOT NULL REFERENCES users,
  -- The key that created the schedule, and whose limits its runs count toward; NULL for a session.
  api_key_id text COLLATE "C",
  name text NOT NULL,
  agent_id integer NOT NULL,
  -- NULL means the version that is current at the time of the run.
  version integer,
  input json NOT NULL,
  timeout_seconds integer,
  cron text NOT NULL,
  time_zone text NOT NULL,
  ends_at timestamptz,
  -- NULL means that only the monthly cap and the agent limit the cost.
  max_cost bigint CHECK (max_cost >= 0),
  monthly_cap bigint NOT NULL CHECK (monthly_cap > 0),
  -- The agent's price per token that the schedule's owner agreed to. A higher price is not paid without their consent.
  agreed_price bigint NOT NULL CHECK (agreed_price >= 0),
  -- NULL after the end of the schedule.
  next_due_at timestamptz,
  -- Until this moment a due run is not attempted again, because no slot was free.
  not_before timestamptz,
  paused_because text CHECK (paused_because IN ('owner', 'price_rise', 'failures', 'key_gone')),
  -- The month whose cap is used up. The schedule is paused until the next month.
  cap_reached_in date,
  -- The cost of its ended runs in a UTC month. The amounts of active runs are held in addition (schedule_times).
  spent_month date NOT NULL,
  spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
  failures_in_a_row integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX schedules_of_account ON schedules (account_id, id DESC);
CREATE INDEX schedules_due ON schedules (next_due_at) WHERE paused_because IS NULL AND next_due_at IS NOT NULL;
CREATE INDEX schedules_of_keys ON schedules (api_key_id) WHERE paused_because IS NULL AND api_key_id IS NOT NULL;

-- The outcome of each due time of a schedule: its run, the reason why there was none, or several times that were missed
-- together. Rows are deleted after 90 days and with the schedule. The runs themselves stay.
CREATE TABLE schedule_times (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('stm'),
  schedule_id text COLLATE "C" NOT NULL REFERENCES schedules ON DELETE CASCADE,
  due_at timestamptz NOT NULL,
  -- The last of several times that were missed together.
  last_due_at timestamptz CHECK (last_due_at > due_at),
  -- Whether a person started the run, not the clock.
  is_manual boolean NOT NULL DEFAULT false,
  state text NOT NULL
    CHECK (state IN ('starting', 'running', 'completed', 'failed', 'timeout', 'cancelled', 'not_started', 'skipped')),
  -- Why there was no run, for the owner of the schedule.
  reason text,
  -- The run's cap, and the month that it counts toward.
  max_cost bigint NOT NULL DEFAULT 0,
  month date NOT NULL,
  run_id text COLLATE "C",
  cost bigint NOT NULL DEFAULT 0 CHECK (cost >= 0),
  -- When a node started the run. Another node starts it if that node died before the run began.
  taken_at timestamptz NOT NULL,
  ended_at timestamptz,
  CHECK ((state IN ('starting', 'running')) = (ended_at IS NULL)),
  CHECK (state <> 'running' OR run_id IS NOT NULL),
  CHECK ((state IN ('not_started', 'skipped')) = (reason IS NOT NULL))
);
CREATE INDEX schedule_times_newest ON schedule_times (schedule_id, id DESC);
-- Only one run of a schedule can be active, however it is started. Two concurrent runs could exceed its cap.
CREATE UNIQUE INDEX schedule_times_open ON schedule_times (schedule_id) WHERE state IN ('starting', 'running');
-- Each due time has one row, whichever node starts the run.
CREATE UNIQUE INDEX schedule_times_once ON schedule_times (schedule_id, due_at) WHERE NOT is_manual;
CREATE INDEX schedule_times_ended ON schedule_times (ended_at) WHERE ended_at IS NOT NULL;
