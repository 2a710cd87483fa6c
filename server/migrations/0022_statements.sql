-- What came into each wallet and went out of it by month, so that a statement of years is read in a few rows: a roll-up
-- under the ledger's watermark and its tail, as balances are (0002_ledger_roll_up).

-- A wallet's history and its sums are read from the index alone.
CREATE INDEX postings_of_wallet ON postings (ledger_account_id, transfer_id) INCLUDE (amount) WHERE lot_id IS NOT NULL;
DROP INDEX postings_history;

-- Months are UTC, by the start of a movement's transaction. Rows stay with the books: eight a month at most.
CREATE TABLE wallet_months (
  ledger_account_id text COLLATE "C" NOT NULL,
  month date NOT NULL,
  kind text NOT NULL,
  entries bigint NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (ledger_account_id, month, kind)
) WITH (fillfactor = 70);

CREATE FUNCTION month_of(moment timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN date_trunc('month', moment AT TIME ZONE 'UTC')::date;

-- The smallest transfer id of a moment since 1970 (0004's run_id_at).
CREATE FUNCTION transfer_id_at(moment timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 'trf_' || substr(run_id_at(moment), 5);

CREATE VIEW wallet_movements AS
  SELECT ledger_account_id, month, kind, entries, amount FROM wallet_months
  UNION ALL
  SELECT p.ledger_account_id, month_of(t.created_at), t.kind, count(DISTINCT t.id), sum(p.amount)::bigint
  FROM postings p JOIN transfers t ON t.id = p.transfer_id
  WHERE p.lot_id IS NOT NULL AND p.xid >= (SELECT rolled_before FROM ledger_watermark)
  GROUP BY 1, 2, 3;

-- The months of one account's wallet. Its plan must not read whole tables where the planner cannot know how short the
-- tail is.
CREATE FUNCTION wallet_months_of(_account text) RETURNS TABLE (month date, kind text, entries bigint, amount bigint)
  LANGUAGE sql STABLE SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
  SELECT m.month, m.kind, sum(m.entries)::bigint, sum(m.amount)::bigint
  FROM wallet_movements m
  WHERE m.ledger_account_id = (SELECT w.wallet_ledger_id FROM wallets w WHERE w.account_id = _account)
  GROUP BY m.month, m.kind
$$;

-- Folds the months of transfers from one transaction number up to another.
CREATE FUNCTION ledger_roll_up_months(since xid8, until xid8) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_months AS m (ledger_account_id, month, kind, entries, amount)
    SELECT p.ledger_account_id, month_of(t.created_at), t.kind, count(DISTINCT t.id), sum(p.amount)
    FROM transfers t JOIN postings p ON p.transfer_id = t.id
    WHERE t.xid >= since AND t.xid < until AND p.lot_id IS NOT NULL
    GROUP BY 1, 2, 3
    ON CONFLICT (ledger_account_id, month, kind) DO UPDATE
      SET entries = m.entries + excluded.entries, amount = m.amount + excluded.amount;
END $$;

-- As in 0002, months included.
CREATE OR REPLACE FUNCTION ledger_roll_up() RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  since xid8;
  until xid8;
BEGIN
  SELECT rolled_before INTO since FROM ledger_watermark FOR UPDATE SKIP LOCKED;
  until := pg_snapshot_xmin(pg_current_snapshot());
  IF since IS NULL OR until <= since THEN
    RETURN;
  END IF;
  UPDATE ledger_accounts a
    SET rolled_balance = rolled_balance + tail.total, rolled_promo = rolled_promo + tail.promo
    FROM (
      SELECT p.ledger_account_id, sum(p.amount)::bigint AS total,
        coalesce(sum(p.amount) FILTER (WHERE p.funding = 'promo'), 0)::bigint AS promo
      FROM transfers t JOIN postings p ON p.transfer_id = t.id
      WHERE t.xid >= since AND t.xid < until
      GROUP BY p.ledger_account_id
    ) tail
    WHERE a.id = tail.ledger_account_id;
  PERFORM ledger_roll_up_months(since, until);
  INSERT INTO agent_revenue_days AS d (agent_id, day, executions, gross, model_cost, fee, revenue)
    SELECT agent_id, day, sum(executions), sum(gross), sum(model_cost), sum(fee), sum(revenue)
    FROM agent_revenue_facts
    WHERE xid >= since AND xid < until
    GROUP BY agent_id, day
    ON CONFLICT (agent_id, day) DO UPDATE
      SET executions = d.executions + excluded.executions, gross = d.gross + excluded.gross,
        model_cost = d.model_cost + excluded.model_cost, fee = d.fee + excluded.fee,
        revenue = d.revenue + excluded.revenue;
  UPDATE ledger_watermark SET rolled_before = until;
END $$;

-- As in 0002, months included.
CREATE OR REPLACE FUNCTION ledger_reset_roll_ups() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger_watermark FOR UPDATE;
  UPDATE ledger_accounts SET rolled_balance = 0, rolled_promo = 0;
  DELETE FROM agent_revenue_days;
  DELETE FROM wallet_months;
  UPDATE ledger_watermark SET rolled_before = '0';
END $$;

-- Months of before, up to the watermark, which stands still until this is committed.
SELECT ledger_roll_up_months('0', (SELECT rolled_before FROM ledger_watermark FOR UPDATE));

-- The audit of 0002, and the months.
ALTER FUNCTION ledger_audit() RENAME TO ledger_audit_of_books;
CREATE FUNCTION ledger_audit() RETURNS TABLE (finding text) LANGUAGE sql STABLE AS $$
  SELECT finding FROM ledger_audit_of_books()
  UNION ALL
  SELECT format('wallet %s: its %s of %s do not equal its postings', ledger_account_id, kind, month)
    FROM (SELECT ledger_account_id, month, kind, entries, amount FROM wallet_movements
      UNION ALL
      SELECT p.ledger_account_id, month_of(t.created_at), t.kind, -count(DISTINCT t.id), -sum(p.amount)
      FROM postings p JOIN transfers t ON t.id = p.transfer_id WHERE p.lot_id IS NOT NULL
      GROUP BY 1, 2, 3) both_ways
    GROUP BY ledger_account_id, month, kind
    HAVING sum(entries) <> 0 OR sum(amount) <> 0
$$;
