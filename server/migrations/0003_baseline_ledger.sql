-- Double-entry bookkeeping. Amounts are nano-USD. A posting's amount is positive if its ledger account gains. The
-- functions that move money are in server/sql/ledger.

-- Rows are never deleted, and are credited without being locked. Postings name them without a foreign key, whose row
-- locks would make every credit of a busy developer wait for the others. check_postings() replaces the key.
CREATE TABLE ledger_accounts (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('lac'),
  kind text NOT NULL CHECK (kind IN ('wallet', 'earnings', 'platform_revenue', 'model_cost_payable',
    'promo_expense', 'loss', 'external')),
  account_id text COLLATE "C" REFERENCES accounts,
  -- The sum of the postings before ledger_watermark.rolled_before, and its promo-funded part.
  rolled_balance bigint NOT NULL DEFAULT 0,
  rolled_promo bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (account_id, kind),
  CHECK ((kind IN ('wallet', 'earnings')) = (account_id IS NOT NULL)),
  -- The ids of the platform's own accounts are their kinds.
  CHECK (account_id IS NOT NULL OR id = kind)
);

INSERT INTO ledger_accounts (id, kind)
  SELECT kind, kind
  FROM unnest(ARRAY['platform_revenue', 'model_cost_payable', 'promo_expense', 'loss', 'external']) AS kind;

-- The roll-ups include everything from transactions before this one. The rest is added when they are read.
CREATE TABLE ledger_watermark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  rolled_before xid8 NOT NULL
);

INSERT INTO ledger_watermark (rolled_before) VALUES ('0');

-- One movement of money: the account, the reason, and for runs the recipients.
CREATE TABLE transfers (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('trf'),
  kind text NOT NULL CHECK (kind IN ('grant', 'payment', 'run', 'failure_charge', 'claim', 'clawback',
    'expiry', 'reversal')),
  currency text NOT NULL DEFAULT 'USD' CHECK (currency = 'USD'),
  external_ref text,
  reverses_id text COLLATE "C" REFERENCES transfers,
  run_id text COLLATE "C",
  agent_id integer,
  -- The agent's name at the time of the run, for the payer's history.
  agent_name text,
  payer_account_id text COLLATE "C",
  developer_account_id text COLLATE "C",
  grant_kind text,
  grant_period text,
  gross bigint,
  model_cost bigint,
  fee bigint,
  net bigint,
  sponsored bigint,
  loss bigint,
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamptz NOT NULL DEFAULT now(),
  -- The free amount per day at the time when the model calls of a failed run were charged, for the payer's history.
  free_per_day bigint CHECK (free_per_day >= 0),
  CHECK ((kind = 'reversal') = (reverses_id IS NOT NULL)),
  CHECK (kind <> 'run' OR num_nulls(run_id, agent_id, payer_account_id, developer_account_id, gross) = 0),
  CHECK (num_nulls(gross, model_cost, fee, net, sponsored, loss) IN (0, 6)),
  CHECK (gross + sponsored + loss = model_cost + fee + net),
  -- A failure charge pays only the providers. It has no developer, so it does not count as an agent's revenue.
  CONSTRAINT transfers_failure_charge CHECK (kind <> 'failure_charge' OR (
    num_nulls(run_id, agent_id, payer_account_id, free_per_day) = 0 AND developer_account_id IS NULL
    AND gross > 0 AND gross = model_cost))
);
CREATE UNIQUE INDEX transfers_external_ref ON transfers (external_ref) WHERE external_ref IS NOT NULL;
CREATE UNIQUE INDEX transfers_reverses ON transfers (reverses_id) WHERE reverses_id IS NOT NULL;
CREATE UNIQUE INDEX transfers_run ON transfers (run_id, kind) WHERE run_id IS NOT NULL;
CREATE INDEX transfers_xid ON transfers (xid);

-- The lines of a transfer. They sum to 0 for each transfer and funding.
CREATE TABLE postings (
  transfer_id text COLLATE "C" NOT NULL,
  line smallint NOT NULL,
  ledger_account_id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  -- The lot that a wallet's posting was added to or drawn from.
  lot_id text COLLATE "C",
  -- The original source of the money: what promo credits paid for can never be withdrawn.
  funding text NOT NULL CHECK (funding IN ('promo', 'paid')),
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (transfer_id, line)
);
CREATE INDEX postings_tail ON postings (ledger_account_id, xid) INCLUDE (amount, funding);
-- A wallet's history and sums are read from the index alone. Only postings of wallets have lots.
CREATE INDEX postings_of_wallet ON postings (ledger_account_id, transfer_id) INCLUDE (amount) WHERE lot_id IS NOT NULL;

-- The only row that is locked when an account pays. Free space on the page allows updates in place.
CREATE TABLE wallets (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  wallet_ledger_id text COLLATE "C" NOT NULL UNIQUE REFERENCES ledger_accounts,
  earnings_ledger_id text COLLATE "C" NOT NULL UNIQUE REFERENCES ledger_accounts,
  balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Lifetime charges and sponsored model cost, minus refunds.
  spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
  -- Lifetime earnings that were moved out of the earnings account. The account's total earnings are the balance of its
  -- earnings account plus `claimed`.
  claimed bigint NOT NULL DEFAULT 0 CHECK (claimed >= 0),
  -- The platform's loss on runs of this account on the last UTC day with a loss. It changes only under the wallet's
  -- lock. Losses that the platform itself caused are not counted.
  loss_day date,
  loss_of_day bigint NOT NULL DEFAULT 0 CHECK (loss_of_day >= 0),
  CHECK (held <= balance)
) WITH (fillfactor = 70);

-- The credits in a wallet, in the order in which they are spent (ledger_spend_lots).
CREATE TABLE wallet_lots (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('lot'),
  account_id text COLLATE "C" NOT NULL REFERENCES wallets,
  source text NOT NULL CHECK (source IN ('promo', 'earned', 'paid')),
  funding text NOT NULL CHECK (funding IN ('promo', 'paid')),
  kind text NOT NULL CHECK (kind IN ('signup', 'plan_month', 'operator', 'payment', 'earnings')),
  period text NOT NULL CHECK (period <> ''),
  granted bigint NOT NULL CHECK (granted > 0),
  remaining bigint NOT NULL CHECK (remaining >= 0),
  is_open boolean NOT NULL GENERATED ALWAYS AS (remaining > 0) STORED,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, kind, period),
  CHECK (remaining <= granted),
  CHECK (source = 'earned' OR funding = source),
  CHECK ((source = 'earned') = (kind = 'earnings')),
  -- Purchased and earned credits do not expire.
  CHECK (expires_at IS NULL OR source = 'promo')
) WITH (fillfactor = 70);
CREATE INDEX wallet_lots_expiry ON wallet_lots (expires_at) WHERE is_open AND expires_at IS NOT NULL;

-- The amount that a run may still cost its payer. It changes only under the lock of the payer's wallet.
CREATE TABLE holds (
  run_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES wallets,
  amount bigint NOT NULL CHECK (amount >= 0),
  cap bigint NOT NULL,
  state text NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'settled', 'released')),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- The day and the key whose spending limits the hold counts toward; NULL if nothing is counted. Child runs count with
  -- the hold of their root.
  counts_on date,
  api_key_id text COLLATE "C",
  -- The amount that the model calls of a live run may cost beyond what its caller pays for them, because the agent's
  -- price is too low or 0. It counts toward the amount that the platform may lose before it is spent.
  uncovered bigint NOT NULL DEFAULT 0 CHECK (uncovered >= 0),
  CHECK (amount <= cap),
  CHECK ((state = 'live') = (ended_at IS NULL)),
  CONSTRAINT holds_uncovered_while_live CHECK (uncovered = 0 OR state = 'live')
) WITH (fillfactor = 80);
-- A live hold belongs to a root run, and its child runs use the same hold. The index contains only live holds.
CREATE INDEX holds_live ON holds (account_id) WHERE state = 'live';
CREATE INDEX holds_uncovered ON holds (account_id) WHERE uncovered > 0;

-- The earnings of agents per UTC day, up to the watermark. Read it through the view agent_revenue.
CREATE TABLE agent_revenue_days (
  agent_id integer NOT NULL,
  day date NOT NULL,
  executions bigint NOT NULL,
  gross bigint NOT NULL,
  model_cost bigint NOT NULL,
  fee bigint NOT NULL,
  revenue bigint NOT NULL,
  PRIMARY KEY (agent_id, day)
) WITH (fillfactor = 70);

-- The movements into and out of each wallet by month, up to the watermark, so that a statement of several years needs
-- few rows. Read it through the view wallet_movements. Months are UTC, by the start of a movement's transaction. Rows
-- are never deleted: there are at most eight per month.
CREATE TABLE wallet_months (
  ledger_account_id text COLLATE "C" NOT NULL,
  month date NOT NULL,
  kind text NOT NULL,
  entries bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (ledger_account_id, month, kind)
) WITH (fillfactor = 70);

-- Spending limits in nano-USD; NULL means no limit. key_id is '' for the account itself. A named key has a row from its
-- creation, and an account from its first limit. Spending is counted in spending_days for everything that has a row.
-- Rows are deleted with their key, or when the account's owner deletes the account.
CREATE TABLE spending_limits (
  account_id text COLLATE "C" NOT NULL REFERENCES accounts,
  key_id text COLLATE "C" NOT NULL DEFAULT '',
  per_run bigint CHECK (per_run >= 0),
  per_day bigint CHECK (per_day >= 0),
  per_month bigint CHECK (per_month >= 0),
  PRIMARY KEY (account_id, key_id)
);

-- The cost of the runs that started on a UTC day, and the amounts held for those that are still active. Rows change
-- only under the lock of the account's wallet, like holds, so concurrent runs cannot exceed a limit. They are deleted
-- after two months, when no limit reads them anymore.
CREATE TABLE spending_days (
  account_id text COLLATE "C" NOT NULL,
  key_id text COLLATE "C" NOT NULL,
  day date NOT NULL,
  amount bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (account_id, key_id, day)
) WITH (fillfactor = 70);
CREATE INDEX spending_days_age ON spending_days (day);

-- A line of a transfer before it is written.
CREATE TYPE ledger_line AS (ledger_account_id text, amount bigint, lot_id text, funding text);
