-- Returns the cost and the live holds of an account's runs whose root run began today (UTC), in nano-USD, read from the
-- runs themselves.
CREATE OR REPLACE FUNCTION spent_today(_account text) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
  first_id text := run_id_at(date_trunc('day', now(), 'UTC'));
BEGIN
  RETURN (
    SELECT coalesce(sum(r.cost + r.failure_charge + coalesce(h.amount, 0)), 0)
    FROM run_records r LEFT JOIN holds h ON h.run_id = r.run_id AND h.state = 'live'
    WHERE r.account_id = _account AND r.run_id >= first_id AND r.root_id >= first_id
  );
END $$;
