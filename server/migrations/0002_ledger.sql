-- Double-entry money (readings 15 to 20). Amounts are nano-USD; a posting's amount is positive where its
-- ledger account gains. This file holds the tables and what guards them; the functions that move money stand
-- in 0002_ledger_credits, _runs and _reversal, the reading of the books in 0002_ledger_roll_up and _verification.

-- Never deleted, and credited without being locked: postings name them without a foreign key, whose row locks
-- would make every credit of a hot developer meet the others. check_postings() stands in for the key.
CREATE TABLE ledger_accounts (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('lac'),
  kind text NOT NULL CHECK (kind IN ('wallet', 'earnings', 'platform_revenue', 'model_cost_payable',
    'promo_expense', 'loss', 'external')),
  account_id text COLLATE "C" REFERENCES accounts,
  -- What the postings before ledger_watermark.rolled_before come to, and their promo-funded part.
  rolled_balance bigint NOT NULL DEFAULT 0,
  rolled_promo bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (account_id, kind),
  CHECK ((kind IN ('wallet', 'earnings')) = (account_id IS NOT NULL)),
  -- The platform's own accounts are called by their kind.
  CHECK (account_id IS NOT NULL OR id = kind)
);
CREATE TRIGGER ledger_accounts_stay BEFORE DELETE OR TRUNCATE ON ledger_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
INSERT INTO ledger_accounts (id, kind)
  SELECT kind, kind
  FROM unnest(ARRAY['platform_revenue', 'model_cost_payable', 'promo_expense', 'loss', 'external']) AS kind;

-- Everything of transactions before this one is folded into the roll-ups; the rest is their tail.
CREATE TABLE ledger_watermark (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  rolled_before xid8 NOT NULL
);
INSERT INTO ledger_watermark (rolled_before) VALUES ('0');

-- One movement of money: who, why, and for runs where it went (reading 19).
CREATE TABLE transfers (
  id text COLLATE "C" PRIMARY KEY DEFAULT new_id('trf'),
  kind text NOT NULL CHECK (kind IN ('grant', 'payment', 'run', 'claim', 'clawback', 'expiry', 'reversal')),
  currency text NOT NULL DEFAULT 'USD' CHECK (currency = 'USD'),
  external_ref text,
  reverses_id text COLLATE "C" REFERENCES transfers,
  run_id text COLLATE "C",
  agent_id integer,
  -- The agent's name as it was, for the payer's history.
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
  CHECK ((kind = 'reversal') = (reverses_id IS NOT NULL)),
  CHECK (kind <> 'run' OR num_nulls(run_id, agent_id, payer_account_id, developer_account_id, gross) = 0),
  CHECK (num_nulls(gross, model_cost, fee, net, sponsored, loss) IN (0, 6)),
  CHECK (gross + sponsored + loss = model_cost + fee + net)
);
CREATE UNIQUE INDEX transfers_external_ref ON transfers (external_ref) WHERE external_ref IS NOT NULL;
CREATE UNIQUE INDEX transfers_reverses ON transfers (reverses_id) WHERE reverses_id IS NOT NULL;
CREATE UNIQUE INDEX transfers_run ON transfers (run_id, kind) WHERE run_id IS NOT NULL;
CREATE INDEX transfers_xid ON transfers (xid);
CREATE INDEX transfers_caller_loss ON transfers (payer_account_id, created_at) WHERE loss > 0;
CREATE INDEX transfers_developer_loss ON transfers (developer_account_id, created_at) WHERE loss > 0;
CREATE TRIGGER transfers_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE postings (
  transfer_id text COLLATE "C" NOT NULL,
  line smallint NOT NULL,
  ledger_account_id text COLLATE "C" NOT NULL,
  amount bigint NOT NULL CHECK (amount <> 0),
  -- The lot that a wallet's posting filled or drew on.
  lot_id text COLLATE "C",
  -- Where the money came from in the first place: what promo credits paid for is never withdrawn (reading 20).
  funding text NOT NULL CHECK (funding IN ('promo', 'paid')),
  xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  PRIMARY KEY (transfer_id, line)
);
CREATE INDEX postings_tail ON postings (ledger_account_id, xid) INCLUDE (amount, funding);
-- A wallet's history; only wallets' postings have lots.
CREATE INDEX postings_history ON postings (ledger_account_id, transfer_id) WHERE lot_id IS NOT NULL;
CREATE TRIGGER postings_immutable BEFORE UPDATE OR DELETE OR TRUNCATE ON postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whoever writes postings: per transfer and funding they sum to 0, they belong to a transfer of the same
-- transaction (so that nothing is added to one that has been committed), and their ledger account is there.
CREATE FUNCTION check_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM written GROUP BY transfer_id, funding HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'postings of a transfer do not sum to 0' USING ERRCODE = 'LG006';
  END IF;
  IF EXISTS (
    SELECT FROM written p
    WHERE p.xid <> pg_current_xact_id()
      OR (SELECT t.xid FROM transfers t WHERE t.id = p.transfer_id) IS DISTINCT FROM p.xid
      OR (SELECT a.kind = 'wallet' FROM ledger_accounts a WHERE a.id = p.ledger_account_id)
        IS DISTINCT FROM (p.lot_id IS NOT NULL)
  ) THEN
    RAISE EXCEPTION 'a posting belongs to no transfer of this transaction or to no ledger account'
      USING ERRCODE = 'LG006';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER postings_balance AFTER INSERT ON postings
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION check_postings();

-- The one row that is locked when an account pays. Room on the page keeps its updates in place.
CREATE TABLE wallets (
  account_id text COLLATE "C" PRIMARY KEY REFERENCES accounts,
  wallet_ledger_id text COLLATE "C" NOT NULL UNIQUE REFERENCES ledger_accounts,
  earnings_ledger_id text COLLATE "C" NOT NULL UNIQUE REFERENCES ledger_accounts,
  balance bigint NOT NULL DEFAULT 0 CHECK (balance >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  -- Lifetime charges and sponsored model cost, less what was refunded.
  spent bigint NOT NULL DEFAULT 0 CHECK (spent >= 0),
  -- Lifetime earnings moved out of the earnings account: earnings ever = that account's balance + claimed.
  claimed bigint NOT NULL DEFAULT 0 CHECK (claimed >= 0),
  CHECK (held <= balance)
) WITH (fillfactor = 70);

-- What a wallet consists of, in the order in which it is spent (ledger_spend_lots).
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
  -- Bought and earned money does not vanish.
  CHECK (expires_at IS NULL OR source = 'promo')
) WITH (fillfactor = 70);
CREATE INDEX wallet_lots_expiry ON wallet_lots (expires_at) WHERE is_open AND expires_at IS NOT NULL;

-- What a run may still cost its payer (reading 17). Changed only under the lock of the payer's wallet.
CREATE TABLE holds (
  run_id text COLLATE "C" PRIMARY KEY,
  account_id text COLLATE "C" NOT NULL REFERENCES wallets,
  amount bigint NOT NULL CHECK (amount >= 0),
  cap bigint NOT NULL,
  state text NOT NULL DEFAULT 'live' CHECK (state IN ('live', 'settled', 'released')),
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK (amount <= cap),
  CHECK ((state = 'live') = (ended_at IS NULL))
) WITH (fillfactor = 80);

-- What agents earned per UTC day, up to the watermark; read through the view agent_revenue.
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
