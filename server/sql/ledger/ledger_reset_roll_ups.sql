-- Empties the roll-ups, so that every posting counts as after the watermark. It is called for a database that was
-- restored into another cluster, where transaction numbers start over below the watermark.
CREATE OR REPLACE FUNCTION ledger_reset_roll_ups() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM ledger_watermark FOR UPDATE;
  UPDATE ledger_accounts SET rolled_balance = 0, rolled_promo = 0;
  DELETE FROM agent_revenue_days;
  DELETE FROM wallet_months;
  UPDATE ledger_watermark SET rolled_before = '0';
END $$;
