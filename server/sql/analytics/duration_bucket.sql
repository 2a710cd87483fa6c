-- Returns the bucket that counts an execution time. The counts of buckets can be added up over runs, days and agents.
-- Each millisecond below 128 has a bucket, and each power of two above it has 64 buckets. The middle of a bucket
-- differs from a time in it by at most 1/128 of that time.
CREATE OR REPLACE FUNCTION duration_bucket(ms integer) RETURNS smallint
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (CASE
    WHEN ms < 128 THEN ms
    ELSE (26 - position(B'1' IN ms::bit(32))) * 64 + (ms >> (26 - position(B'1' IN ms::bit(32))))
  END)::smallint;
