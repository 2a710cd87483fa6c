-- Returns the smallest transfer id that can be created at a moment.
CREATE OR REPLACE FUNCTION transfer_id_at(moment timestamptz) RETURNS text
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN 'trf_' || substr(run_id_at(moment), 5);
