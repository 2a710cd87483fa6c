-- Returns the first day of the current month in UTC.
CREATE OR REPLACE FUNCTION utc_month() RETURNS date
  LANGUAGE sql STABLE PARALLEL SAFE
  RETURN date_trunc('month', now() AT TIME ZONE 'UTC')::date;
