-- Returns the bucket that counts an execution time. Buckets can be added up over runs, days and agents: each
-- millisecond below 128, above it 64 buckets for each power of two. The middle of a bucket differs from a time in it by
-- at most 1/128 of that time.
CREATE OR REPLACE FUNCTION duration_bucket(ms integer) RETURNS smallint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (CASE
    WHEN ms < 128 THEN ms
    ELSE (26 - position(B'1' IN ms::bit(32))) * 64 + (ms >> (26 - position(B'1' IN ms::bit(32))))
  END)::smallint;
