-- Usage counts for one month. It turns over by being read and counted with the month it belongs to, so that no job has
-- to run at midnight.

-- The first day of this month in UTC.
CREATE FUNCTION utc_month() RETURNS date
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN date_trunc('month', now() AT TIME ZONE 'UTC')::date;

ALTER TABLE connectors ADD COLUMN usage_month date NOT NULL DEFAULT utc_month();
