-- Returns the first day, in UTC, of the month that contains a moment.
CREATE OR REPLACE FUNCTION month_of(moment timestamptz) RETURNS date
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN date_trunc('month', moment AT TIME ZONE 'UTC')::date;
