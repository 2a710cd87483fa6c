-- Returns the middle of a bucket, in milliseconds.
CREATE OR REPLACE FUNCTION duration_of_bucket(bucket smallint) RETURNS bigint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN CASE
    WHEN bucket < 128 THEN bucket::bigint
    ELSE ((bucket % 64 + 64)::bigint << (bucket / 64 - 1)) + (1::bigint << (bucket / 64 - 2))
  END;
