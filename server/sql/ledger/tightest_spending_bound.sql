-- Returns the limit that leaves the smallest amount for a run that starts today, including limits per run. Returns no
-- row if there is no limit.
CREATE OR REPLACE FUNCTION tightest_spending_bound(_account text, _key text)
  RETURNS TABLE (scope text, period text, bound bigint, counted bigint)
  LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
  RETURN QUERY
  SELECT b.scope, b.period, b.bound, b.counted FROM (
    SELECT CASE l.key_id WHEN '' THEN 'account' ELSE 'key' END AS scope, 'run' AS period, l.per_run AS bound,
      0::bigint AS counted
    FROM spending_limits l
    WHERE l.account_id = _account AND l.key_id IN ('', _key) AND l.per_run IS NOT NULL
    UNION ALL
    SELECT * FROM spending_bounds(_account, _key, (now() AT TIME ZONE 'UTC')::date)
  ) b
  ORDER BY b.bound - b.counted, b.scope, b.period LIMIT 1;
END $$;
