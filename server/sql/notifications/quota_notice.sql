-- Returns the part of a quota that has been reached, in percent: 0, 75, 90 or 100. People are notified of these
-- steps.
CREATE OR REPLACE FUNCTION quota_notice(used bigint, quota bigint) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN quota IS NULL OR quota = 0 THEN 0
    WHEN used >= quota THEN 100
    WHEN used::numeric * 100 >= quota::numeric * 90 THEN 90
    WHEN used::numeric * 100 >= quota::numeric * 75 THEN 75
    ELSE 0
  END;
