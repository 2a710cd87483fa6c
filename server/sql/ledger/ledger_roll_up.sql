-- Adds committed postings to the roll-ups of balances, months and revenue, and moves the watermark. The watermark
-- only moves up to the oldest open transaction, so that the roll-ups miss nothing and count nothing twice. One node
-- at a time does this; the others return immediately.
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
