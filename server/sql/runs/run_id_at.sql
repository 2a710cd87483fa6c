-- Returns the smallest run id that can be created at a moment. Ids begin with the milliseconds
-- since 1970 in hex.
CREATE OR REPLACE FUNCTION run_id_at(moment timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 'run_' || lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0') || repeat('0', 20);
