-- The figures of agents by day, for their developers. Money is not stored here: earnings are in the ledger's view
-- agent_revenue.

-- One row per agent and UTC day on which runs of it ended. Rows are never deleted: there is one per day.
CREATE TABLE agent_run_days (
  developer_account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  day date NOT NULL,
  runs bigint NOT NULL,
  succeeded bigint NOT NULL,
  failed bigint NOT NULL,
  tokens bigint NOT NULL,
  -- Distinct accounts, without the developer's own account.
  users bigint NOT NULL,
  PRIMARY KEY (developer_account_id, agent_id, day)
) WITH (fillfactor = 70);

-- The durations of completed runs. Rows are deleted after 400 days, because nobody can request more than 365.
CREATE TABLE agent_run_times (
  developer_account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  day date NOT NULL,
  bucket smallint NOT NULL,
  -- This is an integer, so that sums over the 70,000 rows of a busy year are bigint instead of the slower numeric.
  runs integer NOT NULL,
  PRIMARY KEY (developer_account_id, agent_id, day, bucket)
) WITH (fillfactor = 70);
CREATE INDEX agent_run_times_age ON agent_run_times (day);

-- Accounts that ran an agent on a day, so that each account counts once on that day. No query reads it. Rows are
-- deleted after 400 days.
CREATE TABLE agent_day_users (
  developer_account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  day date NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (developer_account_id, agent_id, day, account_id)
);
CREATE INDEX agent_day_users_age ON agent_day_users (day);

-- The time at which an account last ran an agent. Ranges of days end today, so their distinct users are those whose
-- last day is in the range. This is a range of the second index, regardless of the number of days. Rows are deleted 400
-- days after that day.
CREATE TABLE agent_last_users (
  developer_account_id text COLLATE "C" NOT NULL,
  agent_id integer NOT NULL,
  account_id text COLLATE "C" NOT NULL,
  last_day date NOT NULL,
  PRIMARY KEY (developer_account_id, agent_id, account_id)
);
CREATE INDEX agent_last_users_day ON agent_last_users (developer_account_id, agent_id, last_day);
CREATE INDEX agent_last_users_age ON agent_last_users (last_day);
