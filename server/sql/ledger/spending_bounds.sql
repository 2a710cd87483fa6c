-- Returns the daily and monthly limits that apply to runs of a day, in nano-USD, with the amounts
-- that count toward them.
CREATE OR REPLACE FUNCTION spending_bounds(_account text, _key text, _day date)
  RETURNS TABLE (scope text, period text, bound bigint, counted bigint)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT CASE l.key_id WHEN '' THEN 'account' ELSE 'key' END, p.period, p.bound,
    (SELECT coalesce(sum(d.amount), 0)::bigint FROM spending_days d
      WHERE d.account_id = l.account_id AND d.key_id = l.key_id AND d.day BETWEEN p.first_day AND p.last_day)
  FROM spending_limits l CROSS JOIN LATERAL (VALUES
    ('day', l.per_day, _day, _day),
    ('month', l.per_month, date_trunc('month', _day::timestamp)::date,
      (date_trunc('month', _day::timestamp) + interval '1 month - 1 day')::date)
  ) AS p (period, bound, first_day, last_day)
  WHERE l.account_id = _account AND l.key_id IN ('', _key) AND p.bound IS NOT NULL;
END $$;
