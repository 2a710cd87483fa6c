-- Reading the books fast: balances and revenue are a roll-up plus its tail. A roll-up holds everything of the
-- transactions before the watermark; it only moves to where no transaction is open any more, so that it misses
-- nothing and counts nothing twice, whatever commits meanwhile.

-- What each run or refund did to its agent's revenue: gross = model_cost + fee + revenue. What the developer
-- sponsored lowers the revenue; what the platform lost is not the agent's. A run that only lost money failed.
CREATE VIEW agent_revenue_facts AS
  SELECT xid, agent_id, (created_at AT TIME ZONE 'UTC')::date AS day,
    (kind = 'run' AND (gross > 0 OR sponsored > 0 OR loss = 0))::integer::bigint AS executions,
    gross, model_cost - loss AS model_cost, fee, net - sponsored AS revenue
  FROM transfers
  WHERE agent_id IS NOT NULL;

CREATE VIEW agent_revenue AS
  SELECT agent_id, day, executions, gross, model_cost, fee, revenue FROM agent_revenue_days
  UNION ALL
  SELECT agent_id, day, executions, gross, model_cost, fee, revenue FROM agent_revenue_facts
  WHERE xid >= (SELECT rolled_before FROM ledger_watermark);

-- Folds what has been committed into the roll-ups. One node at a time; the others return at once.
CREATE FUNCTION ledger_roll_up() RETURNS void LANGUAGE plpgsql AS $$
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

-- Empties the roll-ups, so that everything is tail again. For a database restored from a dump into another
-- cluster: its transaction numbers start over, below the watermark.
CREATE FUNCTION ledger_reset_roll_ups() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger_watermark FOR UPDATE;
  UPDATE ledger_accounts SET rolled_balance = 0, rolled_promo = 0;
  DELETE FROM agent_revenue_days;
  UPDATE ledger_watermark SET rolled_before = '0';
END $$;
